/* Random bytes for Rust's standard library, from a DLL that Wine 8 lacks. */
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG length); /* RtlGenRandom */
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length)
{
    return SystemFunction036(bytes, length);
}

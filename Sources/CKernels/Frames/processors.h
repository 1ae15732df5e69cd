#ifndef PROCESSORS_H
#define PROCESSORS_H

// Where the processor has AVX2 and what came with it the copy that was compiled for it runs. PORTABLE leaves one copy
// that runs everywhere.
#if defined(__x86_64__) && !defined(PORTABLE)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#endif

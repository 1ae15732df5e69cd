#ifndef PROCESSORS_H
#define PROCESSORS_H

// Where the processor has AVX2 the copy that was compiled for it runs.
#if defined(__x86_64__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#endif

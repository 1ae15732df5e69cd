#ifndef PROCESSORS_H
#define PROCESSORS_H

// Compiles a function twice, for processors with AVX2 (x86-64-v3) and for all others. With PORTABLE
// there is one version for all.
#if defined(__x86_64__) && !defined(PORTABLE)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#endif

#ifndef PROCESSORS_H
#define PROCESSORS_H

// Compiles a function twice, for processors with AVX2 (x86-64-v3) and for all others. The program
// loader picks a copy by calling a resolver. The thread sanitizer instruments the resolver, which
// then crashes because the sanitizer isn't ready that early. So there is only one copy under the
// thread sanitizer, and with PORTABLE.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PORTABLE
#endif
#endif

#if defined(__x86_64__) && !defined(PORTABLE)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#endif

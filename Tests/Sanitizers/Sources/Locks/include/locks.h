// Has no functions to call; see locks.c.

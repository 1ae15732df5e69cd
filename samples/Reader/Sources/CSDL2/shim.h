/* Swift has a main function already. */
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>

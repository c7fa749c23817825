/** The user whose tokens the stand-in knows. */
export const ME = 1

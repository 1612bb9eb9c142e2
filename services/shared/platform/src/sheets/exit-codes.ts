/** Of the program that reads a file; any other end is one of memory or time. */
export const exitCodes = { invalid: 2, tooLarge: 3 } as const

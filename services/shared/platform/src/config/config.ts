/* The only file of the platform that reads the process environment. */
export const environment: Readonly<Record<string, string | undefined>> = process.env

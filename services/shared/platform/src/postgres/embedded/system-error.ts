/** `ENOENT`, `57P03` …: the code of a system's or Postgres' error, else its text. */
export const readErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)

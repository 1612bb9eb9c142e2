/** The only one; undefined where there is none, or another beside it. */
export const findOnly = <T>([only, ...others]: readonly T[]): T | undefined =>
  others.length === 0 ? only : undefined

/** Of tests that take long: `2/3` in the environment's variable takes every third, from the second on; without it all. */
export function takePart<T>(variable: string, all: readonly T[]): T[] {
  const [part, parts] = (process.env[variable] ?? '1/1').split('/').map(Number) as [number, number]
  return all.filter((_, index) => index % parts === part - 1)
}

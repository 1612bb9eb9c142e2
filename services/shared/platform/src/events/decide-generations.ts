/** By topic. The first generation is not named. */
export type Generations = ReadonlyMap<string, number>

const generationOf = (generations: Generations, topic: string): number => generations.get(topic) ?? 1

/** Topics of which a command has prepared a later generation than the declared one. */
export const listAhead = (prepared: Generations, declared: Generations): string[] =>
  [...prepared].filter(([topic, next]) => next > generationOf(declared, topic)).map(([topic]) => topic)

/**
 * What a primary's relays publish to after a command was killed: what it had prepared there, if the first primary has declared it, or a later one.
 * A command prepares on every other primary before it declares on the first, which it does by the lock that it has there.
 */
export function decideGenerations(found: {
  declared: Generations
  prepared: Generations
  /** As the first primary declares them. */
  decided: Generations
}): Generations {
  const { declared, prepared, decided } = found
  const later = listAhead(prepared, declared)
    .filter((topic) => generationOf(decided, topic) >= generationOf(prepared, topic))
    .map((topic) => [topic, generationOf(decided, topic)] as const)
  return new Map([...declared, ...later])
}

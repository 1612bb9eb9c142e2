/** By topic. The first generation is not named. */
export type Generations = ReadonlyMap<string, number>

export const generationOf = (generations: Generations, topic: string): number => generations.get(topic) ?? 1

/** Topics of which a command has prepared a later generation than the declared one. */
export const listAhead = (prepared: Generations, declared: Generations): string[] =>
  [...prepared].filter(([topic, next]) => next > generationOf(declared, topic)).map(([topic]) => topic)

/**
 * What a primary's relays publish to while something is prepared there: the later of what it declares and what the first primary does. A command declares on the
 * first one only what it has prepared on every other; what is declared here was declared there before, and counts where the first one is from a backup.
 */
export function decideGenerations(declared: Generations, ofFirst: Generations): Generations {
  const later = [...ofFirst].filter(([topic, generation]) => generation > generationOf(declared, topic))
  return new Map([...declared, ...later])
}

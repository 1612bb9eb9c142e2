/** The generation that a topic begins with; its names have no number. */
export const FIRST_GENERATION = 1

/** The name of a topic or group in a generation: `balcao.tickets`, `balcao.tickets.2`. */
export const generationName = (name: string, generation: number): string =>
  generation === FIRST_GENERATION ? name : `${name}.${generation}`

/** Which generations of a topic there are, ascending. */
export function listGenerations(topic: string, names: readonly string[]): number[] {
  const numbered = names
    .filter((name) => name.startsWith(`${topic}.`))
    .map((name) => name.slice(topic.length + 1))
    .filter((number) => /^[1-9]\d{0,5}$/.test(number) && Number(number) > FIRST_GENERATION)
    .map(Number)
  return [...(names.includes(topic) ? [FIRST_GENERATION] : []), ...numbered.sort((a, b) => a - b)]
}

/** The generation that a group's name is of; its name in the first one. */
export function readGroupName(name: string): { group: string; generation: number } {
  const [, group, number] = /^(.+)\.([1-9]\d{0,5})$/.exec(name) ?? []
  return group === undefined
    ? { group: name, generation: FIRST_GENERATION }
    : { group, generation: Number(number) }
}

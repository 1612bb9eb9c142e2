/** The version of WhatsApp's web client: primary, secondary, revision. */
export type WebVersion = readonly [primary: number, secondary: number, revision: number]

/**
 * The oldest version that is used: the one that the pinned protocol library was released with. The server refuses
 * versions some months old with 405 (WhiskeySockets/Baileys #2370, #2376).
 */
export const OLDEST_VERSION: WebVersion = [2, 3000, 1_043_857_760]

/** Parses `2.3000.1043857760`; undefined for another format. */
export function parseWebVersion(text: string): WebVersion | undefined {
  const parts = /^(\d{1,4})\.(\d{1,6})\.(\d{1,15})$/.exec(text)
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined
}

export const formatWebVersion = (version: WebVersion): string => version.join('.')

export const isOlder = (one: WebVersion, other: WebVersion): boolean => {
  const index = one.findIndex((part, position) => part !== other[position])
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0)
}

export const pickNewer = (one: WebVersion, other: WebVersion): WebVersion =>
  isOlder(one, other) ? other : one

/**
 * The version in the web client's `sw.js`, which names its revision as `"client_revision":1043857760`, with its quotes
 * escaped or not; undefined when it names none.
 */
export function parseServiceWorker(script: string): WebVersion | undefined {
  const revision = /\\?"client_revision\\?":\s*(\d{1,15})\b/.exec(script)?.[1]
  return revision === undefined ? undefined : [OLDEST_VERSION[0], OLDEST_VERSION[1], Number(revision)]
}

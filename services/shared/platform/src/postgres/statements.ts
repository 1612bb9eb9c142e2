import type { QueryConfig } from 'pg'

const SEEN_BEFORE_PREPARING = 3
/** Each prepared text costs memory in every connection. */
const MOST_PREPARED = 300
const MOST_REMEMBERED = 5_000

const seen = new Map<string, number>()
const names = new Map<string, string>()

/** Prepared by name from its second use; parse and plan are most of a small query's cost. */
export function prepareStatement(text: string, params: readonly unknown[]): QueryConfig {
  const values = [...params]
  const name = names.get(text)
  if (name) return { name, text, values }
  if (names.size >= MOST_PREPARED) return { text, values }
  const times = (seen.get(text) ?? 0) + 1
  if (times < SEEN_BEFORE_PREPARING) {
    if (seen.size >= MOST_REMEMBERED) seen.clear()
    seen.set(text, times)
    return { text, values }
  }
  seen.delete(text)
  const next = `s${names.size + 1}`
  names.set(text, next)
  return { name: next, text, values }
}

import { SECOND } from '@balcao/kernel'

const MIN_MS = 0.6 * SECOND
const MAX_MS = 3 * SECOND
const CHARACTER_MS = 40

/**
 * How long "typing…" is shown before a text: by its length, a fifth more or less, at most three seconds. 0 without a text.
 * @param chance from 0 to 1.
 */
export function typingMs(text: string, chance: number): number {
  const { length } = text.trim()
  if (length === 0) return 0
  const typed = length * CHARACTER_MS * (0.8 + 0.4 * chance)
  return Math.round(Math.min(MAX_MS, Math.max(MIN_MS, typed)))
}

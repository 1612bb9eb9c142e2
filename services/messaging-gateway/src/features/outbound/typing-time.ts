import { SECOND } from '@balcao/kernel'

const SHORTEST_MS = 0.6 * SECOND
const LONGEST_MS = 3 * SECOND
const CHARACTER_MS = 40

/**
 * How long "typing…" is shown before a text: longer for longer ones, a fifth more or less, at most three seconds, so that
 * nobody at the desk waits for it. Nothing is typed where there is no text. @param chance from 0 to 1.
 */
export function typingMs(text: string, chance: number): number {
  const { length } = text.trim()
  if (length === 0) return 0
  const typed = length * CHARACTER_MS * (0.8 + 0.4 * chance)
  return Math.round(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, typed)))
}

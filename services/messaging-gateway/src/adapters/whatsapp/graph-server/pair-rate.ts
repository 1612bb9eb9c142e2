import type { GraphSettings } from './settings'

/**
 * The pair's next `pairFreeAtMs` when the message may be sent, else undefined (131056). Each message takes six seconds of the
 * future; as many as the burst allows may be taken in advance (about-the-platform#pair-rate-limits, 2026-09-11).
 */
export function takePairRate(
  pairFreeAtMs: number,
  nowMs: number,
  { intervalMs, burst }: GraphSettings['pairRate'],
): number | undefined {
  const takenMs = Math.max(0, pairFreeAtMs - nowMs)
  if (takenMs > (burst - 1) * intervalMs) return undefined
  return nowMs + takenMs + intervalMs
}

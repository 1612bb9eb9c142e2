import { decodeWaveform, TALLEST_BAR } from '@balcao/contracts'

import { hashToRange } from '../../../lib/initials'

/** Bars that fit beside the play button on a phone. */
export const SHOWN_BARS = 38

const LOWEST_PX = 4
const TALLEST_PX = 22

/* The loudest of the bars that share a place: a short word stays visible. */
const thinBars = (bars: readonly number[]): number[] =>
  Array.from({ length: SHOWN_BARS }, (_unused, index) => {
    const from = Math.floor((index * bars.length) / SHOWN_BARS)
    const to = Math.max(from + 1, Math.floor(((index + 1) * bars.length) / SHOWN_BARS))
    return Math.max(...bars.slice(from, to))
  })

/* Decoration, the same for the same message. */
const inventHeights = (seed: string): number[] => {
  const start = hashToRange(seed, 1000)
  return Array.from(
    { length: SHOWN_BARS },
    (_unused, index) =>
      LOWEST_PX + Math.abs(Math.sin((index + start) * 1.7) * Math.cos((index + start) * 0.6)) * 18,
  )
}

/** Heights of a player's bars in pixels: as loud as the recording where its sender stated it, else decoration. */
export const computeBarHeights = (waveform: string | null, seed: string): number[] => {
  const bars = waveform === null ? undefined : decodeWaveform(waveform)
  if (!bars) return inventHeights(seed)
  return thinBars(bars).map((bar) => LOWEST_PX + (bar / TALLEST_BAR) * (TALLEST_PX - LOWEST_PX))
}

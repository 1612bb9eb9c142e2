import type { Pause } from '@balcao/kernel'

/** Pauses that end at once, or when the test says so, and were written down. */
export interface RecordedPauses {
  pause: Pause
  /** In ms, in the order in which they began. */
  asked: number[]
  /** From now on they last until `release`. */
  hold(): void
  release(): void
}

export function recordedPauses(): RecordedPauses {
  const asked: number[] = []
  const held: (() => void)[] = []
  let isHolding = false
  return {
    asked,
    pause: (ms) => {
      asked.push(ms)
      return isHolding ? new Promise((resolve) => held.push(resolve)) : Promise.resolve()
    },
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      for (const end of held.splice(0)) end()
    },
  }
}

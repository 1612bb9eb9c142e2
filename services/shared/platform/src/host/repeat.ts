import type { Running } from '@balcao/kernel'

/**
 * Runs `work` now and again `everyMs` after each run, until it is stopped; stopping waits for a run that has begun.
 * @param work never rejects.
 */
export function repeat(work: () => Promise<unknown>, everyMs: number): Running {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running = Promise.resolve()
  const turn = (): void => {
    running = work().then(() => {
      if (!isStopped) timer = setTimeout(turn, everyMs).unref()
    })
  }
  turn()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

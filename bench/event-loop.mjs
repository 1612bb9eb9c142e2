// How long work keeps the event loop busy, and how much memory it takes; in a child process, so that one way does not warm the next.
import { fork } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

const SAMPLE_MS = 10
const WARM_UP_MS = 500

/**
 * Runs the work once; `answer` is what it resolves with.
 * @param work gets `sample`, which it may call where memory is at its highest.
 */
export async function measureEventLoop(work) {
  await delay(WARM_UP_MS)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let highest = before
  const sample = () => (highest = Math.max(highest, process.memoryUsage().rss))
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  const timer = setInterval(sample, SAMPLE_MS)
  histogram.enable()
  const from = performance.now()
  const cpu = process.cpuUsage()
  const answer = await work(sample)
  const { user, system } = process.cpuUsage(cpu)
  const tookMs = performance.now() - from
  sample()
  await delay(2 * SAMPLE_MS)
  histogram.disable()
  clearInterval(timer)
  return {
    answer,
    tookMs,
    longestMs: histogram.max / 1e6,
    cpuMs: (user + system) / 1_000,
    grewMb: (highest - before) / 1e6,
  }
}

/** Answers the parent with what was measured. */
export function reportToParent(measured) {
  process.send(measured)
  process.disconnect()
}

/** The first message of the script, run in a child process with these arguments. */
export const measureInChild = (script, args) =>
  new Promise((resolve, reject) => {
    const child = fork(script, args, { execArgv: ['--expose-gc'] })
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (code) =>
      code ? reject(new Error(`${[script, ...args].join(' ')}: exit ${code}`)) : undefined,
    )
  })

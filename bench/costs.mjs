// What an operation costs node and Postgres, events and sockets behind its answer included.
import { setTimeout as delay } from 'node:timers/promises'

import { readCpuMs } from './desk.mjs'
import { quantile } from './results.mjs'

/** What an operation causes behind its answer (events, rooms, marks) is done after this. */
const BEHIND_MS = 1_500

async function inLines(atOnce, times, work) {
  let begun = 0
  const line = async () => {
    while (begun < times) {
      begun += 1
      await work(begun - 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, line))
}

/** CPU ms of one unit, less what the processes take idle in that time; `work` gets 0, 1, 2 … */
export async function measureUnit(processes, idle, { times, atOnce = 2, units = 1 }, work) {
  const from = performance.now()
  const before = readCpuMs(processes)
  await inLines(atOnce, times, work)
  await delay(BEHIND_MS)
  const after = readCpuMs(processes)
  const seconds = (performance.now() - from) / 1_000
  const cost = (part) => (after[part] - before[part] - idle[part] * seconds) / (times * units)
  return { node: cost('node'), postgres: cost('postgres') }
}

export const sum = ({ node, postgres }) => node + postgres
export const middle = (costs, of = sum) => quantile(costs.map(of), 0.5)

const ms = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(1))
export const showCosts = (costs) =>
  `${ms(middle(costs))} (${ms(middle(costs, ({ node }) => node))} + ${ms(middle(costs, ({ postgres }) => postgres))})`

// Start-up time, idle memory, and the first load of the web app.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { at, capture } from '../scripts/support/project.mjs'
import { readCpuMs, readMemory, startDesk } from './desk.mjs'
import { measureIdleCpu } from './requests.mjs'

const STARTS = 3

async function measureStarts(dataDir, name, report) {
  const times = []
  const cpu = []
  for (let n = 0; n < STARTS; n += 1) {
    const desk = await startDesk(dataDir)
    times.push(desk.readyMs)
    const { node, postgres } = readCpuMs(desk)
    cpu.push(node + postgres)
    await desk.stop()
  }
  report({ group: 'start', name, readyMs: Math.min(...times), cpuMs: Math.min(...cpu) })
}

async function measureIdle(dataDir, name, afterMs, report) {
  const desk = await startDesk(dataDir)
  try {
    await delay(afterMs)
    report({ group: 'idle', name, ...readMemory(desk), cpu: await measureIdleCpu(desk, 10_000) })
  } finally {
    await desk.stop()
  }
}

/** Start to ready and idle memory, with the demo and with the large data. */
export async function measureMachine(largeDir, report, idleAfterMs = 60_000) {
  const demoDir = await mkdtemp(path.join(tmpdir(), 'balcao-bench-'))
  try {
    await (await startDesk(demoDir, { demo: 'full' })).stop()
    await measureStarts(demoDir, 'demo data', report)
    await measureStarts(largeDir, 'large data', report)
    await measureIdle(demoDir, 'demo data', idleAfterMs, report)
    await measureIdle(largeDir, 'large data', idleAfterMs, report)
  } finally {
    await rm(demoDir, { recursive: true, force: true })
  }
}

/** The lines of the web app's own size check. */
export async function measureFirstLoad(report) {
  const { output } = await capture(process.execPath, [at('web/scripts/size.mjs')])
  for (const line of output.split('\n').filter((text) => text.includes('JavaScript')))
    report({ group: 'first load', name: line.replace(/^(ok|OVER)\s+/, '') })
}

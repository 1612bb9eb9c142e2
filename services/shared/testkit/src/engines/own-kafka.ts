import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { waitFor } from '../wait-for'
import { enginesFolder } from './needs-engines'

const run = promisify(execFile)
const scripts = path.join(enginesFolder, 'kafka')
const cache = path.join(
  process.env['ENGINES_CACHE'] ?? path.join(homedir(), '.cache/balcao-engines'),
  'kafka',
)

/** A broker of this test alone, for what a shared one must not suffer. Keeps its log over a kill. */
export interface OwnKafka {
  brokers: string[]
  /** At the same address, on the same log. Resolves when it listens. */
  start(): Promise<void>
  /** `kill -9`. Resolves when it is gone. */
  kill(): Promise<void>
  /** Takes the log along. */
  remove(): Promise<void>
}

/** True where the engines' scripts lie beside the project and a broker has been built. */
export const canStartKafka = (): boolean =>
  existsSync(path.join(scripts, 'up')) && existsSync(path.join(cache, 'libs'))

const isGone = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

/** @param port the controller listens one above. */
export async function startOwnKafka(port: number): Promise<OwnKafka> {
  const folder = path.join(cache, `run-${port}`)
  const call = (script: string, more: NodeJS.ProcessEnv = {}) =>
    run(path.join(scripts, script), { env: { ...process.env, ...more, KAFKA_PORT: String(port) } })
  const kafka: OwnKafka = {
    brokers: [`127.0.0.1:${port}`],
    start: async () => void (await call('up', { KAFKA_KEEP: '1' })),
    kill: async () => {
      const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'))
      process.kill(pid, 'SIGKILL')
      await waitFor(() => isGone(pid))
    },
    remove: async () => {
      await call('down')
      await rm(folder, { recursive: true, force: true })
    },
  }
  await kafka.remove()
  await kafka.start()
  return kafka
}

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { watchChild } from '@balcao/testkit'

import { watchDesk } from './failure-evidence'

const MAIN = path.join(__dirname, '../../dist/main.js')
const READY = /ready: (http:\/\/\S+)/
/* Longer than a cluster waits for one of its processes: its report says which one is missing what. */
const READY_WITHIN_MS = 300_000

export interface SpawnedDesk {
  url: string
  /** Of probes and metrics, as the single machine publishes it. */
  opsUrl(): string
  pid: number
  output(): string
  /** SIGKILL to node alone; Postgres keeps running. */
  kill(): Promise<void>
  /** SIGTERM, then the exit code. */
  stop(): Promise<number | null>
}

export interface SpawnOptions {
  /** A script and its arguments; default the single machine. */
  program?: readonly string[]
  dataDir: string
  port: number
  env?: Record<string, string>
}

/** Starts the built product as an operator would; resolves when it reports ready. */
export async function spawnDesk({
  program = [MAIN],
  dataDir,
  port,
  env,
}: SpawnOptions): Promise<SpawnedDesk> {
  const child = spawn(process.execPath, [...program], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { output, ended, waitForOutput } = watchChild(child)
  watchDesk(String(port), output)
  const [, url = ''] = await waitForOutput(READY, READY_WITHIN_MS)
  return {
    url,
    opsUrl: () => {
      const addresses = readFileSync(path.join(dataDir, 'run/addresses.json'), 'utf8')
      return (JSON.parse(addresses) as { ops: string }).ops
    },
    pid: child.pid ?? 0,
    output,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const MAIN = path.join(__dirname, '../../dist/main.js')
const READY = /ready: (http:\/\/\S+)/

export interface SpawnedDesk {
  url: string
  /** Of probes and metrics, as the single machine publishes it. */
  opsUrl(): string
  pid: number
  output(): string
  /** SIGKILL to node alone; Postgres lives on, as it would. */
  kill(): Promise<void>
  /** SIGTERM, and waits for the exit code. */
  stop(): Promise<number | null>
}

export interface SpawnOptions {
  /** A script and its arguments; default the single machine. */
  program?: readonly string[]
  dataDir: string
  port: number
  env?: Record<string, string>
}

/** Starts the built product as an operator would, and resolves when it says that it is ready. */
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
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = await readyUrl(child, () => output)
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    url,
    opsUrl: () => {
      const addresses = readFileSync(path.join(dataDir, 'run/addresses.json'), 'utf8')
      return (JSON.parse(addresses) as { ops: string }).ops
    },
    pid: child.pid ?? 0,
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    stop: async () => {
      child.kill('SIGTERM')
      return gone
    },
  }
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = READY.exec(output())
      if (match?.[1]) {
        clearTimeout(tooLong)
        resolve(match[1])
      }
    }
    const tooLong = setTimeout(() => reject(new Error(`not ready in 120 s:\n${output()}`)), 120_000)
    child.stdout?.on('data', look)
    child.once('exit', (code) => {
      clearTimeout(tooLong)
      reject(new Error(`exited with ${code} before it was ready:\n${output()}`))
    })
  })
}

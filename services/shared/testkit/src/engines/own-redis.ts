import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

import { freePort } from '../cluster/free-ports'
import { waitFor } from '../wait-for'

/** A Redis of this test alone, which may be killed or paused. Keeps nothing on disk. */
export interface OwnRedis {
  url: string
  /** At the same address, empty. */
  start(): Promise<void>
  kill(): Promise<void>
  /** Accepts commands and does not answer until `resume`. */
  pause(): void
  resume(): void
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })

/** Needs `redis-server` on the path. `extra`: more options. */
export async function startOwnRedis(extra: readonly string[] = []): Promise<OwnRedis> {
  const port = await freePort()
  let server: ChildProcess | undefined
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      const options = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
      server = spawn('redis-server', [...options, ...extra], { stdio: 'ignore' })
      await waitFor(() => answers(port))
    },
    kill: async () => {
      const running = server
      server = undefined
      if (!running) return
      const gone = once(running, 'exit')
      running.kill('SIGKILL')
      await gone
    },
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
  }
  await redis.start()
  return redis
}

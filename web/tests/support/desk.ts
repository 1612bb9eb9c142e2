import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface SeedUser {
  name: string
  email: string
  profile: 'admin' | 'user'
  allTicket: boolean
  super?: boolean
}

/** The built desk, running beside the test. */
export interface Desk {
  url: string
  seedCompany(
    name: string,
    password: string,
    users: readonly SeedUser[],
  ): Promise<{ companyId: number; userIds: Record<string, number> }>
  seedUserQueues(
    companyId: number,
    queuesOf: readonly (readonly [number, readonly number[]])[],
  ): Promise<void>
  /** Resolves when no event is pending and no service has work left. */
  settle(): Promise<void>
  /** The feed of the company so far can no longer be read. */
  forgetFeed(companyId: number): Promise<void>
  stop(): Promise<void>
}

interface Reply {
  id: number
  answer?: unknown
  failure?: string
}

export async function startDesk(): Promise<Desk> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-live-'))
  const env = { NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0', DEMO: 'off', LOG_LEVEL: 'error' }
  const child = fork(path.join(__dirname, 'desk-process.cjs'), {
    env: { ...process.env, ...env, RATE_LIMIT_FACTOR: '0' },
    execArgv: [],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const waiting = new Map<number, (reply: Reply) => void>()
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply))

  const replyTo = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      const over = () => reject(new Error('the desk ended'))
      child.once('exit', over)
      waiting.set(id, ({ answer, failure }) => {
        child.off('exit', over)
        waiting.delete(id)
        if (failure === undefined) resolve(answer)
        else reject(new Error(failure))
      })
    })

  let asked = 0
  const ask = (name: string, given?: unknown) => {
    asked += 1
    const reply = replyTo(asked)
    child.send({ id: asked, ask: name, given })
    return reply
  }

  const url = (await replyTo(0)) as string
  return {
    url,
    seedCompany: async (name, password, users) =>
      (await ask('company', {
        name,
        users: users.map((user) => ({ super: false, ...user, password, queueIds: [] })),
      })) as Awaited<ReturnType<Desk['seedCompany']>>,
    seedUserQueues: async (companyId, queuesOf) => {
      await ask('userQueues', { companyId, queuesOf })
    },
    settle: async () => {
      await ask('settle')
    },
    forgetFeed: async (companyId) => {
      await ask('forgetFeed', { companyId })
    },
    stop: async () => {
      await ask('stop')
      await gone
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'

import { formatPostgresUrl, type MoveStep } from '@balcao/platform'
import {
  connectPhone,
  createCaller,
  needsEngines,
  openAgent,
  simulatePhone,
  startOwnPrimaries,
  waitFor,
  waitWhileShrinking,
  type Call,
  type OwnPrimaries,
  type SimulatedPhone,
  type TestAgent,
  type TestDatabase,
} from '@balcao/testkit'

import { PASSWORD, signUp } from './support/company'
import { startConversation, type Conversation } from './support/conversation'
import { startCluster, type TestCluster } from './support/start-cluster'
import { takePart } from './support/take-part'

/*
 * A company moves between two Postgres servers under six processes and every engine, while its customers write and its agents answer. The
 * command is killed after each of its steps; then the move is undone, or the command runs again. MOVE_KILLS=1/4 takes every fourth kill only.
 */

const ROOT = path.join(__dirname, '../../..')

/** After each of these the command is killed. */
const KILLS = takePart<{ step: MoveStep; next: 'undo' | 'complete' }>('MOVE_KILLS', [
  { step: 'hidden', next: 'undo' },
  { step: 'published', next: 'undo' },
  { step: 'subscribed', next: 'undo' },
  { step: 'copied', next: 'complete' },
  { step: 'closed', next: 'undo' },
  { step: 'quiet', next: 'complete' },
  { step: 'followed', next: 'undo' },
  { step: 'placed', next: 'complete' },
  { step: 'opened', next: 'complete' },
  { step: 'released', next: 'complete' },
  { step: 'deleted', next: 'complete' },
])
const PLACED: readonly MoveStep[] = ['placed', 'opened', 'released', 'deleted']
/* In each state that a move may be found in. */
const LISTED: readonly MoveStep[] = ['subscribed', 'quiet', 'opened']

interface Shop {
  agent: Pick<TestAgent, 'call' | 'userId' | 'companyId'>
  phone: SimulatedPhone
}

/* Signs in again when the token has expired, after a quarter of an hour. */
function signInAgain(url: string, email: string, first: TestAgent): Call {
  let { call } = first
  return async <T>(method: string, path: string, body?: unknown) => {
    const answer = await call<T>(method, path, body)
    if (answer.status !== 401) return answer
    const login = { email, password: PASSWORD }
    const { body: session } = await createCaller(url)<{ token: string }>('POST', '/auth/login', login)
    call = createCaller(url, session.token)
    return call<T>(method, path, body)
  }
}

needsEngines(
  'kafka',
  'redis',
  'mongo',
  's3',
)('a company that moves, under six processes', () => {
  let servers: OwnPrimaries
  let cluster: TestCluster
  let primaries: Record<'first' | 'b', TestDatabase>
  let moves: Shop
  let talks: { moves: Conversation; stays: Conversation }

  const openShop = async (name: string, number: string): Promise<Shop> => {
    const email = `${name.toLowerCase()}@loja.test`
    await signUp(cluster.url, { name, email })
    const opened = await openAgent(cluster.url, email, PASSWORD)
    const { userId, companyId } = opened
    const agent = { userId, companyId, call: signInAgain(cluster.url, email, opened) }
    await agent.call('POST', '/queue', { name: 'Vendas', color: '#123456' })
    return { agent, phone: simulatePhone(cluster.url, await connectPhone(agent, cluster.url), number) }
  }

  const where = async (): Promise<'first' | 'b'> => {
    const [row] = await primaries.first.sql<{ name: 'b' }>(
      'SELECT name FROM auth.company_primaries WHERE company_id = $1',
      [moves.agent.companyId],
    )
    return row?.name ?? 'first'
  }
  const other = async (): Promise<'first' | 'b'> => ((await where()) === 'b' ? 'first' : 'b')
  const countRows = async (on: 'first' | 'b', table: string) => {
    const [row] = await primaries[on].sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE company_id = $1`,
      [moves.agent.companyId],
    )
    return row?.count
  }

  const command = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(ROOT, 'scripts/move-company.mjs'), ...args],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          DATABASE_URL: formatPostgresUrl(primaries.first.admin),
          MORE_PRIMARIES: `b=${formatPostgresUrl(primaries.b.admin)}`,
        },
      },
    )
    return stdout
  }
  const company = () => ['--company', String(moves.agent.companyId)]

  const killAfter = async (step: MoveStep, to: string) => {
    const options = {
      primaries: Object.entries(primaries).map(([name, { admin }]) => ({ name, server: admin })),
      companyId: moves.agent.companyId,
      to,
    }
    const child = spawn(process.execPath, [
      path.join(__dirname, 'support/move-until.js'),
      JSON.stringify(options),
      step,
    ])
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const gone = once(child, 'exit')
    await waitFor(() => {
      if (child.exitCode !== null) throw new Error(`it ended by itself: ${output}`)
      return output.includes(`done: ${step}`)
    }, 240_000)
    child.kill('SIGKILL')
    await gone
  }

  beforeAll(async () => {
    servers = await startOwnPrimaries(2)
    cluster = await startCluster({ withEngines: true, withTwoPrimaries: true, servers: servers.servers })
    primaries = { first: cluster.pg, b: cluster.primaryB! }
    moves = await openShop('Aurora', '5511999990001')
    const stays = await openShop('Bazar', '5511999990002')
    talks = { moves: await startConversation(moves), stays: await startConversation(stays) }
  })

  afterAll(async () => {
    await cluster.stop()
    for (const pg of Object.values(primaries)) await pg.close()
    await servers.stop()
  })

  it('is on the primary where the fewest companies were', async () => {
    expect(await where()).toBe('b')
    expect(await countRows('b', 'messaging_gateway.connections')).toBe(1)
  })

  it('takes along all that it has, and says so', async () => {
    expect(await command(...company(), '--to', 'first')).toMatch(/is on first; it was read-only for [\d.]+ s/)
    expect(await where()).toBe('first')
    await talks.moves.goOn(5)
    expect(await countRows('b', 'tickets.messages')).toBe(0)
    expect(await countRows('first', 'messaging_gateway.connections')).toBe(1)
    expect(await command('--list')).toMatch(/^No company is on its way\.$/m)
    expect(await command('--plan')).toMatch(/^first: \d+ compan\w+, [\d.]+ MB\nb: /m)
  }, 300_000)

  it.each(KILLS)(
    'goes on after a kill when it was $step: $next',
    async ({ step, next }) => {
      const [from, to] = [await where(), await other()]
      await killAfter(step, to)
      const isPlaced = PLACED.includes(step)
      expect(await where()).toBe(isPlaced ? to : from)
      if (LISTED.includes(step)) expect(await command('--list')).toContain(`from ${from} to ${to}`)
      await (next === 'undo' ? command(...company(), '--undo') : command(...company(), '--to', to))
      const [here, elsewhere] = next === 'undo' ? [from, to] : [to, from]
      expect(await where()).toBe(here)
      expect(await countRows(elsewhere, 'tickets.messages')).toBe(0)
      await talks.moves.goOn(3)
    },
    600_000,
  )

  it('refuses what it cannot do', async () => {
    await expect(command('--company', '999999', '--to', 'b')).rejects.toMatchObject({
      stderr: expect.stringContaining('there is no company 999999'),
    })
    expect(await command(...company(), '--undo')).toMatch(/is not on its way/)
  })

  it('has every message once, in order, and no other company noticed', async () => {
    await Promise.all(Object.values(talks).map((talk) => talk.stop()))
    const unsent = (schema: string) => `SELECT FROM ${schema}.outbox WHERE NOT sent`
    for (const [name, pg] of Object.entries(primaries))
      await waitWhileShrinking(`events of ${name}`, async () => ({
        unsent: (await pg.sql(`${unsent('messaging_gateway')} UNION ALL ${unsent('tickets')}`)).length,
      }))
    await talks.moves.assertComplete()
    await talks.stays.assertComplete()
    expect(talks.stays.refusals).toEqual([])
    expect([...new Set(talks.moves.refusals)].filter((status) => status !== 503)).toEqual([])
  }, 300_000)

  it('leaves nothing of the moves behind', async () => {
    for (const pg of Object.values(primaries)) {
      expect(await pg.sql("SELECT FROM pg_policy WHERE polname = 'hide_absent'")).toEqual([])
      expect(await pg.sql("SELECT FROM pg_class WHERE relreplident = 'f'")).toEqual([])
      expect(await pg.sql('SELECT FROM pg_replication_slots')).toEqual([])
      expect(await pg.sql("SELECT FROM pg_publication WHERE pubname LIKE 'balcao%'")).toEqual([])
    }
  })
})

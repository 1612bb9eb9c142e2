import { companyId } from '@balcao/contracts'
import { moveCompany, schemaName, undoMove, type MoveStep } from '@balcao/platform'
import {
  startOwnPrimaries,
  type OwnPrimaries,
  type TestCompany,
  type TestDatabase,
  type TestDesk,
} from '@balcao/testkit'

import { startConversation } from './support/conversation'
import { startDesk } from './support/start-desk'

/* A company moves between two Postgres servers while its customers write and its agents answer. */

const staff = { ana: { queues: ['Vendas'], allTicket: true } }
const schemas = ['campaigns', 'messaging-gateway', 'realtime', 'tickets'].map(schemaName)

let servers: OwnPrimaries
let desk: TestDesk
let stays: TestCompany
let moves: TestCompany
let primaries: Record<string, TestDatabase>
let said: string[]

beforeAll(async () => {
  servers = await startOwnPrimaries(2)
  desk = await startDesk({ staff, morePrimaries: ['b'], servers: servers.servers })
  stays = desk.demo
  moves = await desk.company('Outra', staff)
  primaries = { first: desk.pg, b: desk.primary('b') }
})
afterAll(async () => {
  await desk.stop()
  for (const pg of Object.values(primaries)) await pg.close()
  await servers.stop()
})
beforeEach(() => {
  said = []
})

const options = (onStep?: (step: MoveStep) => Promise<void>) => ({
  primaries: Object.entries(primaries).map(([name, { admin }]) => ({ name, server: admin })),
  schemas,
  companyId: companyId(moves.id),
  say: (text: string) => void process.stderr.write(text + '\n'),
  ...(onStep && { onStep }),
})

const where = async () => {
  const [row] = await primaries['first']!.sql<{ name: string }>(
    'SELECT name FROM auth.company_primaries WHERE company_id = $1',
    [moves.id],
  )
  return row?.name ?? 'first'
}
const other = async () => ((await where()) === 'b' ? 'first' : 'b')

/* As SIGKILL does: its connections end, and nothing of it goes on. */
async function killAt(step: MoveStep, to: string): Promise<void> {
  const isThere = new Promise<void>((resolve) => {
    const wait = (done: MoveStep) => (done === step ? new Promise<void>(() => resolve()) : Promise.resolve())
    void moveCompany({ ...options(wait), to })
  })
  await isThere
  for (const pg of Object.values(primaries))
    await pg.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'balcao move'`,
    )
}

const STEPS: readonly MoveStep[] = [
  'hidden',
  'published',
  'subscribed',
  'copied',
  'closed',
  'quiet',
  'followed',
  'placed',
  'opened',
  'released',
  'deleted',
]

it('is completed, or undone, wherever the command was killed', async () => {
  const begin = (company: TestCompany, number: string) => startConversation({ company, number })
  const [one, two] = [await begin(moves, '5511999990001'), await begin(stays, '5511999990002')]
  for (const [index, step] of STEPS.entries()) {
    const [from, to] = [await where(), await other()]
    process.stderr.write(`--- ${step}\n`)
    await killAt(step, to)
    const isPlaced = STEPS.indexOf(step) >= STEPS.indexOf('placed')
    expect(await where()).toBe(isPlaced ? to : from)
    if (!isPlaced && index % 2 === 0) {
      await undoMove(options())
      expect(await where()).toBe(from)
    } else {
      await moveCompany({ ...options(), to })
      expect(await where()).toBe(to)
    }
    await one.goOn(5)
  }
  await Promise.all([one.stop(), two.stop()])
  await desk.settle()
  for (const conversation of [one, two]) await conversation.assertComplete()
  expect(two.refusals).toEqual([])
  expect(new Set(one.refusals)).toEqual(new Set([503]))
  for (const pg of Object.values(primaries)) {
    expect(await pg.sql("SELECT FROM pg_policy WHERE polname = 'hide_absent'")).toEqual([])
    expect(await pg.sql("SELECT FROM pg_class WHERE relreplident = 'f'")).toEqual([])
    expect(await pg.sql('SELECT FROM pg_replication_slots')).toEqual([])
  }
  const former = await other()
  expect(
    await primaries[former]!.sql('SELECT FROM tickets.messages WHERE company_id = $1', [moves.id]),
  ).toEqual([])
})

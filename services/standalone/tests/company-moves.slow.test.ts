import { companyId } from '@balcao/contracts'
import { estimateSizes, migrate, moveCompany, planMoves, query, readMoves, undoMove } from '@balcao/platform'
import {
  createCaller,
  startOwnPrimaries,
  type OwnPrimaries,
  type TestCompany,
  type TestDatabase,
  type TestDesk,
} from '@balcao/testkit'

import { startConversation } from './support/conversation'
import { createUnconnectedServices } from './support/unconnected-services'
import { startDesk } from './support/start-desk'

/* A company moves between two Postgres servers of a desk without Kafka, whose events go from the outbox to the consumers directly. */

const staff = { ana: { queues: ['Vendas'], allTicket: true } }

let servers: OwnPrimaries
let desk: TestDesk
let stays: TestCompany
let moves: TestCompany
let databases: Record<'first' | 'b', TestDatabase>

beforeAll(async () => {
  servers = await startOwnPrimaries(2, { isOwnerSuper: false })
  desk = await startDesk({ staff, morePrimaries: ['b'], servers: servers.servers })
  stays = desk.demo
  moves = await desk.company('Outra', staff)
  databases = { first: desk.pg, b: desk.primary('b') }
})
afterAll(async () => {
  await desk.stop()
  for (const pg of Object.values(databases)) await pg.close()
  await servers.stop()
})

const primaries = () => Object.entries(databases).map(([name, { admin }]) => ({ name, server: admin }))
const options = () => ({
  primaries: primaries(),
  companyId: companyId(moves.id),
  say: () => undefined,
})
const talk = async (company: TestCompany, number: string) =>
  startConversation({ agent: await company.agent('ana'), phone: await company.phone(number, 'Helena') })
const countOn = async (on: 'first' | 'b', table: string) =>
  (await databases[on].sql(`SELECT FROM ${table} WHERE company_id = $1`, [moves.id])).length

it('goes and comes back while both sides write, and nothing is lost or there twice', async () => {
  const [one, two] = [await talk(moves, '5511999990001'), await talk(stays, '5511999990002')]
  for (const to of ['first', 'b'] as const) {
    await moveCompany({ ...options(), to })
    await one.goOn(10)
    expect(await countOn(to, 'messaging_gateway.connections')).toBe(1)
    expect(await countOn(to === 'b' ? 'first' : 'b', 'messaging_gateway.connections')).toBe(0)
  }
  await Promise.all([one.stop(), two.stop()])
  await desk.settle()
  for (const conversation of [one, two]) await conversation.assertComplete()
  expect(two.refusals).toEqual([])
  expect(one.refusals.filter((status) => status !== 503)).toEqual([])
})

it('brings what consumers claimed before claims had a company', async () => {
  const claim = `INSERT INTO tickets.inbox (consumer, event_id, claimed_for) VALUES ('tickets.earlier', $1, NULL)`
  const [recent, old] = [desk.portsOf('tickets').ids.next(), '019a0000-0000-7000-8000-000000000001']
  for (const id of [recent, old]) await databases.b.sql(claim, [id])
  await moveCompany({ ...options(), to: 'first' })
  const find = `SELECT event_id AS id FROM tickets.inbox WHERE consumer = 'tickets.earlier'`
  expect(await databases.first.sql(find)).toEqual([{ id: recent }])
  await moveCompany({ ...options(), to: 'b' })
})

it('answers that it cannot say whose a token is while a company waits', async () => {
  let answer: unknown
  const admin = await moves.agent('admin')
  const [{ id } = { id: 0 }] = (await admin.call<{ id: number }[]>('GET', '/whatsapp')).body
  const { body } = await admin.call<{ token: string }>('POST', `/whatsapp/${id}/token`, {})
  const send = createCaller(desk.url, body.token)
  const message = { number: '5511999990003', body: 'pago' }
  await moveCompany({
    ...options(),
    to: 'first',
    onStep: async (step) => {
      if (step === 'closed') answer = (await send('POST', '/api/messages/send', message)).status
    },
  })
  expect(answer).toBe(503)
  expect((await send('POST', '/api/messages/send', message)).status).toBe(200)
  await desk.settle()
})

it('lets a transaction that is open when it closes go on, and takes along what it writes', async () => {
  const here = await databases.first.sql('SELECT FROM auth.company_primaries WHERE company_id = $1', [
    moves.id,
  ])
  const [from, to] = here.length > 0 ? (['b', 'first'] as const) : (['first', 'b'] as const)
  const { primaries: own } = desk.portsOf('tickets')
  const { db } = own.find(({ name }) => name === from)!
  let goOn: () => void = () => undefined
  const isClosed = new Promise<void>((resolve) => (goOn = resolve))
  let open: Promise<unknown> = Promise.resolve()
  await moveCompany({
    ...options(),
    to,
    onStep: async (step) => {
      if (step === 'copied')
        open = db.withTenant(companyId(moves.id), async (tx) => {
          await query(tx, 'SELECT FROM tickets')
          await isClosed
          await query(
            tx,
            `INSERT INTO pending_blobs (company_id, key, created_at) VALUES ($1, 'open', now())`,
            [moves.id],
          )
          return query(tx, 'SELECT FROM connections')
        })
      if (step === 'closed') {
        goOn()
        expect(await open).toHaveLength(1)
      }
    },
  })
  const find = `SELECT key FROM tickets.pending_blobs WHERE company_id = $1 AND key = 'open'`
  expect(await databases[to].sql(find, [moves.id])).toEqual([{ key: 'open' }])
  await databases[to].sql(`DELETE FROM tickets.pending_blobs WHERE key = 'open'`)
  await moveCompany({ ...options(), to: from })
})

it('waits no longer than it should, and then goes on where it was', async () => {
  const lines: string[] = []
  const ana = await moves.agent('ana')
  let letGo: () => void = () => undefined
  const release = new Promise<void>((resolve) => (letGo = resolve))
  // A service's transaction that does not end.
  const open = desk.portsOf('tickets').primaries[0].db.asPlatform(() => release)
  await expect(
    moveCompany({ ...options(), to: 'b', readOnlyMs: 500, say: (text) => void lines.push(text) }),
  ).rejects.toThrow(/goes on on first: an open transaction took longer than/)
  letGo()
  await open
  expect((await ana.call('GET', '/tickets?status=open')).status).toBe(200)
  expect(await readMoves(primaries())).toMatchObject([
    { companyId: moves.id, state: 'copying', from: 'first', to: 'b' },
  ])
  const sets = createUnconnectedServices().map(({ migrations }) => migrations)
  const next = {
    ...sets[5]!,
    migrations: [...sets[5]!.migrations, { name: '29991231T000000-next', up: 'SELECT 1' }],
  }
  await expect(migrate([next], { admin: databases.b.admin })).rejects.toThrow('is moving to another primary')
  await undoMove(options())
  expect(await readMoves(primaries())).toEqual([])
  expect(await countOn('b', 'tickets.messages')).toBe(0)
  expect(await countOn('first', 'messaging_gateway.connections')).toBe(1)
})

it('begins only where it can end', async () => {
  await expect(moveCompany({ ...options(), to: 'c' })).rejects.toThrow('no primary is called c: first, b')
  await databases.b.sql(
    `INSERT INTO tickets.pending_blobs (company_id, key, created_at) VALUES ($1, 'left', now())`,
    [moves.id],
  )
  await expect(moveCompany({ ...options(), to: 'b' })).rejects.toThrow('b has rows of company')
  await databases.b.sql('DELETE FROM tickets.pending_blobs')
  expect(await readMoves(primaries())).toEqual([])
})

it('has a size by what it takes', async () => {
  const sizes = await estimateSizes(primaries())
  expect(sizes.map(({ companyId: id, primary }) => ({ id, primary }))).toEqual(
    expect.arrayContaining([
      { id: stays.id, primary: 'first' },
      { id: moves.id, primary: 'first' },
    ]),
  )
  expect(planMoves(['first', 'b'], sizes)).toHaveLength(1)
})

import { companyId, connectionId as toConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { testDatabase, testPorts, type TestDatabase } from '@balcao/testkit'

import { PgMediaFetchStore } from '../src/adapters/postgres/pg-media-fetch-store'
import { PgPlaceholderStore } from '../src/adapters/postgres/pg-placeholder-store'
import type { FollowUpStore, WaitingMessage } from '../src/features/inbound/follow-up.store'
import { messagingGatewayMigrations } from '../src/migrations'
import { SCHEMA } from './support'

const ours = companyId(1)
const theirs = companyId(2)
const connection = toConnectionId(7)
const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute))
const message = (index: number, tries = 0) => ({
  id: uuid(index),
  identity: { remoteJid: '5511999990001@s.whatsapp.net', participant: '', fromMe: false, waId: `W${index}` },
  conversationId: uuid(900),
  tries,
})
const file = (index: number, tries = 0) => ({
  ...message(index, tries),
  kind: 'image' as const,
  name: 'foto.jpg',
  durationSeconds: 3,
  reference: Buffer.from([1, 2, 0, 255]),
  waveform: undefined,
  thumbnail: undefined,
  wait: 'retry' as const,
})

let pg: TestDatabase

beforeAll(async () => {
  pg = await testDatabase([messagingGatewayMigrations])
})

afterAll(() => pg.close())

const inTenant = <T>(company: typeof ours, work: (tx: Tx) => Promise<T>) =>
  testPorts(pg, SCHEMA).db.withTenant(company, work)

describe.each([
  ['files', new PgMediaFetchStore() as FollowUpStore<WaitingMessage>, file],
  ['contents', new PgPlaceholderStore() as FollowUpStore<WaitingMessage>, message],
] as const)('%s that messages wait for', (_name, store, build) => {
  const put = (index: number, minute: number, company = ours) =>
    inTenant(company, (tx) => store.insert(tx, company, connection, { ...build(index), nextAt: at(minute) }))
  const due = (minute: number, limit = 10, company = ours) =>
    inTenant(company, (tx) => store.listDue(tx, company, connection, { now: at(minute), limit }))
  const names = (found: readonly WaitingMessage[]) => found.map(({ identity }) => identity.waId)

  beforeEach(async () => {
    await pg.empty(`${SCHEMA}.placeholders`, `${SCHEMA}.media_fetches`)
  })

  it('are due soonest first, as they were put', async () => {
    await put(1, 20)
    await put(2, 10)
    await put(3, 30)
    expect(names(await due(25))).toEqual(['W2', 'W1'])
    expect(names(await due(25, 1))).toEqual(['W2'])
    expect((await due(10))[0]).toMatchObject(build(2))
    expect(await inTenant(ours, (tx) => store.nextAt(tx, ours, connection))).toEqual(at(10))
  })

  it('are counted with each try, and gone once', async () => {
    await put(1, 0)
    await inTenant(ours, (tx) => store.retryAt(tx, ours, uuid(1), at(5)))
    expect(await due(4)).toEqual([])
    expect(await due(5)).toMatchObject([build(1, 1)])
    const drop = () => inTenant(ours, (tx) => store.delete(tx, ours, uuid(1)))
    expect([await drop(), await drop()]).toEqual([true, false])
    expect(await inTenant(ours, (tx) => store.nextAt(tx, ours, connection))).toBeUndefined()
  })

  it('are cancelled by exactly their message', async () => {
    await put(1, 0)
    const { identity } = message(1)
    const cancel = (over: Partial<typeof identity>) =>
      inTenant(ours, (tx) => store.cancel(tx, ours, connection, { ...identity, ...over }))
    for (const other of [{ waId: 'W2' }, { fromMe: true }, { participant: 'x@lid' }, { remoteJid: 'y@lid' }])
      await cancel(other)
    expect(names(await due(1))).toEqual(['W1'])
    await cancel({})
    expect(await due(1)).toEqual([])
  })

  it('of another company are not found, told, counted or removed', async () => {
    await put(1, 0, theirs)
    expect(await due(1)).toEqual([])
    const none = await inTenant(ours, async (tx) => {
      await store.retryAt(tx, ours, uuid(1), at(9))
      await store.cancel(tx, ours, connection, message(1).identity)
      return [
        await store.listAll(tx, ours, connection),
        await store.nextAt(tx, ours, connection),
        await store.delete(tx, ours, uuid(1)),
      ]
    })
    expect(none).toEqual([[], undefined, false])
    expect(await due(0, 10, theirs)).toMatchObject([build(1)])
  })
})

describe('what a file waits for', () => {
  const store = new PgMediaFetchStore()
  const set = (wait: 'plan' | 'retry', company = ours) =>
    inTenant(company, (tx) => store.setWait(tx, company, uuid(1), wait))
  const read = async (company = ours) =>
    (await inTenant(company, (tx) => store.listAll(tx, company, connection))).map(({ wait }) => wait)

  beforeEach(() => pg.empty(`${SCHEMA}.media_fetches`))

  it('is changed, and not when it is that already or the file waits no more', async () => {
    await inTenant(ours, (tx) => store.insert(tx, ours, connection, { ...file(1), nextAt: at(0) }))
    expect([await set('plan'), await set('plan')]).toEqual([true, false])
    expect(await read()).toEqual(['plan'])
    await inTenant(ours, (tx) => store.delete(tx, ours, uuid(1)))
    expect(await set('retry')).toBe(false)
  })

  it('of another company is not changed', async () => {
    await inTenant(theirs, (tx) => store.insert(tx, theirs, connection, { ...file(1), nextAt: at(0) }))
    expect(await set('plan')).toBe(false)
    expect(await read(theirs)).toEqual(['retry'])
  })

  it('is the next try in a row of the previous version', async () => {
    await pg.sql(
      `INSERT INTO ${SCHEMA}.media_fetches (id, company_id, connection_id, conversation_id, remote_jid, participant,
         from_me, wa_id, kind, name, duration_seconds, ticket, tries, next_at)
       VALUES ('${uuid(1)}', ${ours}, ${connection}, '${uuid(900)}', 'x', '', false, 'W1', 'image', 'a', 0, '\\x01', 1, now())`,
    )
    expect(await read()).toEqual(['retry'])
  })
})

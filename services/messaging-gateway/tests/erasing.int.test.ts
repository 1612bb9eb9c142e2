import { companyId, connectionId, messageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { testDatabase, type TestDatabase } from '@balcao/testkit'

import { PgErasureStore } from '../src/adapters/postgres/pg-erasure-store'
import { PgOutboundStore } from '../src/adapters/postgres/pg-outbound-store'
import type { OutboundDraft } from '../src/features/outbound/outbound.store'
import { messagingGatewayMigrations } from '../src/migrations'

/* Payloads of the outbound queue, of two companies whose ids are equal except those of their messages. */

let pg: TestDatabase
const outbound = new PgOutboundStore()
const erasures = new PgErasureStore()
const [OURS, THEIRS] = [companyId(1), companyId(2)]
const LINE = { [OURS]: connectionId(1), [THEIRS]: connectionId(2) }
const NOW = new Date('2026-11-22T12:00:00Z')
const JID = '5511988887777@s.whatsapp.net'
let count = 0

beforeAll(async () => {
  pg = await testDatabase([messagingGatewayMigrations])
  for (const company of [OURS, THEIRS])
    await pg.sql(
      `INSERT INTO messaging_gateway.connections (id, company_id, name, provider, status, token) VALUES (${LINE[company]}, ${company}, 'a', 'beta', 'CONNECTED', '')`,
    )
})

const as = <T>(company: number, work: (tx: Tx) => Promise<T>) =>
  pg.db('messaging_gateway').withTenant(companyId(company), work)
const freshId = () => messageId(`019c0000-0000-7000-9000-${String(++count).padStart(12, '0')}`)

async function queue(company: typeof OURS, over: Partial<OutboundDraft> = {}, lane = freshId()) {
  const draft = {
    operation: 'send',
    payload: {
      kind: 'chat',
      body: 'segredo',
      media: undefined,
      quoted: undefined,
      location: undefined,
      vcard: '',
    },
    conversationId: lane,
    messageId: freshId(),
    targetId: undefined,
    campaignId: undefined,
    byApi: false,
    lane: 'agent',
    waId: `W${++count}`,
    remoteJid: JID,
    ...over,
  } as OutboundDraft
  await as(company, (tx) => outbound.insert(tx, company, LINE[company]!, draft))
  return draft
}

const edit = { operation: 'edit', payload: { targetWaId: 'T', body: 'segredo' } } as const
const findRow = async ({ waId }: OutboundDraft) =>
  (
    await pg.sql<{ payload: object; remote_jid: string; state: string }>(
      'SELECT payload, remote_jid, state FROM messaging_gateway.outbound WHERE wa_id = $1',
      [waId],
    )
  )[0]
const acknowledge = (company: typeof OURS, { waId }: OutboundDraft, ack: 'ACCEPTED' | 'READ' = 'ACCEPTED') =>
  as(company, (tx) =>
    outbound.acknowledge(
      tx,
      { companyId: company, connectionId: LINE[company]! },
      { waId },
      { ack, now: NOW },
    ),
  )

it('an accepted row says once what it was, and is empty', async () => {
  const [sent, edited] = [await queue(OURS), await queue(OURS, edit)]
  expect((await acknowledge(OURS, sent))?.payload).toMatchObject({ body: 'segredo' })
  expect((await acknowledge(OURS, edited))?.payload).toMatchObject({ body: 'segredo' })
  expect((await acknowledge(OURS, sent, 'READ'))?.state).toBe('READ')
  expect([(await findRow(sent))?.payload, (await findRow(edited))?.payload]).toEqual([{}, {}])
})

it('a message that failed is empty; an edit may be proven for a day more, then never', async () => {
  const [sent, proven, forgotten] = [await queue(OURS), await queue(OURS, edit), await queue(OURS, edit)]
  for (const { waId } of [sent, proven, forgotten]) {
    const row = await as(OURS, (tx) => outbound.findByWaId(tx, OURS, LINE[OURS]!, waId))
    await as(OURS, (tx) => outbound.fail(tx, OURS, row?.id ?? 0, { code: 'ERR_SENDING_WAPP_MSG', at: NOW }))
  }
  expect((await findRow(sent))?.payload).toEqual({})
  expect((await acknowledge(OURS, proven))?.payload).toMatchObject({ body: 'segredo' })
  const empty = (before: Date) =>
    pg.db('messaging_gateway').asPlatform((tx) => erasures.emptyFinished(tx, before, 100))
  expect(await empty(NOW)).toBe(0)
  expect(await empty(new Date(NOW.getTime() + 1))).toBe(1)
  expect([(await findRow(forgotten))?.payload, await acknowledge(OURS, forgotten)]).toEqual([{}, undefined])
})

it('rows that an older release left filled are emptied, those that wait are not', async () => {
  const [old, waiting] = [await queue(OURS), await queue(OURS)]
  await pg.sql(
    `UPDATE messaging_gateway.outbound SET state = 'READ', settled = true WHERE wa_id = '${old.waId}'`,
  )
  await pg.db('messaging_gateway').asPlatform((tx) => erasures.emptyFinished(tx, NOW, 100))
  expect((await findRow(old))?.payload).toEqual({})
  expect((await findRow(waiting))?.payload).toMatchObject({ body: 'segredo' })
})

it('a forgotten message is given up where it waits, and nothing says to whom it went; its edits too', async () => {
  const [waiting, theirs] = [await queue(OURS), await queue(THEIRS)]
  const change = await queue(OURS, { ...edit, targetId: waiting.messageId })
  for (const ids of [[waiting.messageId, theirs.messageId]])
    await as(OURS, (tx) => erasures.forgetMessages(tx, OURS, ids))
  const gone = { payload: {}, remote_jid: '', state: 'FAILED' }
  expect([await findRow(waiting), await findRow(change)]).toEqual([gone, gone])
  expect(await findRow(theirs)).toMatchObject({
    remote_jid: JID,
    state: 'QUEUED',
    payload: { body: 'segredo' },
  })
})

it('a message deleted for everyone still leaves as it was queued: its deletion follows behind it', async () => {
  const waiting = await queue(OURS)
  await as(OURS, (tx) => erasures.emptyMessages(tx, OURS, [waiting.messageId]))
  expect(await findRow(waiting)).toMatchObject({
    remote_jid: JID,
    state: 'QUEUED',
    payload: { body: 'segredo' },
  })
})

it('a conversation that a late request opened again goes with it; one with an inbound message stays', async () => {
  const open = async (company: typeof OURS, alias: string) => {
    const lane = freshId()
    await pg.sql(
      `INSERT INTO messaging_gateway.conversations (id, company_id, connection_id) VALUES ('${lane}', ${company}, ${LINE[company]})`,
    )
    await pg.sql(
      `INSERT INTO messaging_gateway.conversation_aliases VALUES (${company}, ${LINE[company]}, '${alias}', '${lane}')`,
    )
    return queue(company, {}, lane)
  }
  const [late, alive, theirs] = [
    await open(OURS, 'phone:5511988880001'),
    await open(OURS, 'phone:5511988880002'),
    await open(THEIRS, 'phone:5511988880001'),
  ]
  await pg.sql(`INSERT INTO messaging_gateway.inbound_messages (id, company_id, connection_id, conversation_id, remote_jid, participant, from_me, wa_id, kind, sent_at)
    VALUES (gen_random_uuid(), ${OURS}, ${LINE[OURS]}, '${alive.conversationId}', '5511988880002@s.whatsapp.net', '', false, 'IN', 'chat', now())`)
  const ids = [late, alive, theirs].map((draft) => draft.messageId)
  await as(OURS, (tx) => erasures.deleteIdleConversations(tx, OURS, ids))
  const left = await pg.sql<{ alias: string; company_id: number }>(
    'SELECT company_id, alias FROM messaging_gateway.conversation_aliases ORDER BY company_id, alias',
  )
  expect(left.map(({ company_id, alias }) => [company_id, alias])).toEqual([
    [1, 'phone:5511988880002'],
    [2, 'phone:5511988880001'],
  ])
})

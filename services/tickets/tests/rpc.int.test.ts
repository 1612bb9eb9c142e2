import { OutboundLane, type SendToContactRequest, type TicketsServiceServer } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'

import { sendToContact } from '../src/features/messages'
import {
  callsTo,
  clearOutbox,
  COMPANY,
  connection,
  contactRow,
  FOREIGN,
  outbox,
  person,
  queue,
  rig,
  ticket,
  type Rig,
} from './support'

let desk: Rig
let vendas: number
let ana: Session

type Unary = (
  call: { request: unknown; getDeadline(): number; metadata: unknown },
  callback: (error: { details?: string; metadata?: unknown } | null, response?: unknown) => void,
) => void

/** Calls the bound implementation as grpc-js would. */
function rpc<M extends keyof TicketsServiceServer & string>(
  method: M,
  request: unknown,
): Promise<Record<string, unknown>> {
  const handle = desk.service.rpc[0]?.implementation[method] as unknown as Unary
  return new Promise((resolve, reject) => {
    handle(
      { request, getDeadline: () => Date.now() + 60_000, metadata: { get: () => [], getMap: () => ({}) } },
      (error, response) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve(response as Record<string, unknown>),
    )
  })
}

beforeAll(async () => {
  desk = await rig()
  vendas = await queue(desk, 'Vendas')
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
  await connection(desk, 2)
  await connection(desk, 8, { company: FOREIGN, isDefault: true })
})

beforeEach(() => clearOutbox(desk))

let keys = 0
const request = (fields: Partial<SendToContactRequest>): SendToContactRequest => ({
  companyId: COMPANY,
  clientKey: `key:${(keys += 1)}`,
  connectionId: 0,
  contactId: 0,
  number: '',
  body: 'lembrete',
  medias: [],
  lane: OutboundLane.OUTBOUND_LANE_CAMPAIGN,
  userId: undefined,
  queueId: undefined,
  closeTicket: false,
  senderName: '',
  ...fields,
})
const send = (fields: Partial<SendToContactRequest>) => sendToContact(desk.deps, COMPANY, request(fields))
const ticketRow = async (id: number) =>
  (await desk.pg.sql<Record<string, unknown>>('SELECT * FROM tickets.tickets WHERE id = $1', [id]))[0]

describe('SendToContact', () => {
  it('makes contact and ticket for a new number; the ticket waits and shows nothing unread', async () => {
    const { ticketId, messages } = await send({ number: '5511977770001', senderName: 'API' })
    expect(await ticketRow(ticketId)).toMatchObject({
      status: 'pending',
      user_id: null,
      unread_messages: 0,
      last_message: 'lembrete',
      last_message_from_me: true,
      connection_id: 1,
    })
    expect(messages).toMatchObject([{ body: 'lembrete', fromMe: true, ack: 0, senderName: 'API' }])
    const [requested] = await outbox(desk, 'outboundRequested')
    expect(requested?.body['outboundRequested']).toMatchObject({
      clientKey: `key:${keys}`,
      number: '5511977770001',
      lane: 'OUTBOUND_LANE_CAMPAIGN',
    })
  })

  it('answers a repeat with the first message and sends once, twenty at a time', async () => {
    const clientKey = 'schedule:1:2026'
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({ clientKey, number: '5511977770002' })),
    )
    expect(new Set(answers.map(({ messages }) => messages[0]?.id)).size).toBe(1)
    expect(await outbox(desk, 'outboundRequested')).toHaveLength(1)
    expect(await outbox(desk, 'messageAppended')).toHaveLength(1)
  })

  it('keeps the same key of two companies apart', async () => {
    const clientKey = 'api:1:same'
    await send({ clientKey, number: '5511977770003' })
    const foreign = await sendToContact(
      desk.deps,
      FOREIGN,
      request({ clientKey, number: '5511977770003', companyId: FOREIGN }),
    )
    expect(foreign.messages[0]?.companyId).toBe(FOREIGN)
    expect(await outbox(desk, 'outboundRequested')).toHaveLength(2)
  })

  it('opens it for the agent who is named, and uses the ticket that an agent has', async () => {
    const contactId = await contactRow(desk, 'Agendada')
    const first = await send({ contactId, userId: 2, queueId: vendas })
    expect(await ticketRow(first.ticketId)).toMatchObject({ status: 'open', user_id: 2, queue_id: vendas })
    const second = await send({ contactId })
    expect(second.ticketId).toBe(first.ticketId)
    expect(await ticketRow(first.ticketId)).toMatchObject({ status: 'open', user_id: 2, message_seq: 2 })
  })

  it("uses the contact's last connection", async () => {
    const contactId = await contactRow(desk, 'Linha dois')
    await ticket(desk, { contactId, connectionId: 2, status: 'closed' })
    expect(await ticketRow((await send({ contactId })).ticketId)).toMatchObject({ connection_id: 2 })
  })

  it('closes after sending when asked', async () => {
    const { ticketId } = await send({ number: '5511977770004', closeTicket: true })
    expect(await ticketRow(ticketId)).toMatchObject({ status: 'closed', message_seq: 1 })
  })

  it('sends one message per media, the text with the first', async () => {
    const media = {
      key: 'companies/7/2026/11/aa.png',
      name: 'a.png',
      mimeType: 'image/png',
      sizeBytes: 3,
      width: 0,
      height: 0,
      durationSeconds: 0,
    }
    const { messages } = await send({
      number: '5511977770005',
      medias: [media, { ...media, mimeType: 'audio/ogg' }],
    })
    expect(messages.map(({ kind, body }) => [kind, body])).toEqual([
      ['image', 'lembrete'],
      ['audio', ''],
    ])
  })

  it('refuses what is not the company’s, in the words of what is not there', async () => {
    const foreignContact = await contactRow(desk, 'Deles', FOREIGN)
    const foreignQueue = await queue(desk, 'Deles', FOREIGN)
    const number = '5511977770006'
    const codeOf = (fields: Partial<SendToContactRequest>) =>
      send(fields).then(
        () => 'sent',
        (error: Error) => error.message.split(':')[0],
      )
    expect([await codeOf({ contactId: foreignContact }), await codeOf({ contactId: 99_999 })]).toEqual([
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_CONTACT_FOUND',
    ])
    expect([await codeOf({ number, connectionId: 8 }), await codeOf({ number, connectionId: 999 })]).toEqual([
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_WAPP_FOUND',
    ])
    expect([
      await codeOf({ number, queueId: foreignQueue }),
      await codeOf({ number, queueId: 99_999 }),
    ]).toEqual(['ERR_QUEUE_NOT_FOUND', 'ERR_QUEUE_NOT_FOUND'])
    expect([await codeOf({ number, userId: 9 }), await codeOf({ number, userId: 99_999 })]).toEqual([
      'ERR_NO_USER_FOUND',
      'ERR_NO_USER_FOUND',
    ])
    expect([await codeOf({ number, body: ' ' }), await codeOf({}), await codeOf({ number: '12x' })]).toEqual([
      'ERR_CREATING_MESSAGE',
      'ERR_VALIDATION',
      'ERR_WAPP_INVALID_CONTACT',
    ])
    expect(await outbox(desk)).toEqual([])
  })
})

describe('the other calls', () => {
  it('CanViewTicket follows the one rule; unknown and foreign are false', async () => {
    const mine = await ticket(desk, { queueId: vendas })
    const unassigned = await ticket(desk, { queueId: null })
    const foreign = await ticket(desk, { company: FOREIGN, connectionId: 8 })
    const allowed = async (ticketId: number, userId: number = ana.userId, companyId: number = COMPANY) =>
      (await rpc('canViewTicket', { companyId, userId, ticketId }))['allowed']
    expect([
      await allowed(mine),
      await allowed(unassigned),
      await allowed(foreign),
      await allowed(99_999),
    ]).toEqual([true, false, false, false])
    expect([
      await allowed(mine, 9),
      await allowed(mine, 404),
      await allowed(foreign, 9, FOREIGN),
      await allowed(mine, 9, FOREIGN),
    ]).toEqual([false, false, true, false])
  })

  it('OpenTicketForContact is idempotent', async () => {
    const contactId = await contactRow(desk, 'Aberta')
    const open = async () =>
      (await rpc('openTicketForContact', { companyId: COMPANY, connectionId: 0, contactId }))['ticket'] as {
        id: number
        status: string
      }
    const [first, second] = [await open(), await open()]
    expect(second.id).toBe(first.id)
    expect(first.status).toBe('pending')
    expect(await outbox(desk, 'ticketChanged')).toHaveLength(1)
    await expect(
      rpc('openTicketForContact', { companyId: FOREIGN, connectionId: 0, contactId }),
    ).rejects.toThrow('ERR_NO_CONTACT_FOUND')
  })

  it('GetContacts and GetQueues leave out what is foreign', async () => {
    const contactId = await contactRow(desk, 'Minha')
    const foreign = await contactRow(desk, 'Deles', FOREIGN)
    const contacts = (await rpc('getContacts', { companyId: COMPANY, ids: [contactId, foreign, 99_999] }))[
      'contacts'
    ] as { id: number }[]
    expect(contacts.map(({ id }) => id)).toEqual([contactId])
    const queues = async (ids: number[], companyId: number = COMPANY) =>
      ((await rpc('getQueues', { companyId, ids }))['queues'] as { id: number }[]).map(({ id }) => id)
    expect([await queues([]), await queues([vendas]), await queues([vendas], FOREIGN)]).toEqual([
      [vendas],
      [vendas],
      [],
    ])
  })

  it('HasPrompt knows the prompts of the company that asks', async () => {
    const fields = { name: 'Atendente', prompt: 'Você atende uma padaria.', queueId: vendas }
    const admin = await person(desk, { id: 1, profile: 'admin' })
    const { body } = await (await callsTo(desk))(admin, 'POST', '/prompt', fields)
    const promptId = body['id'] as number
    const ask = (companyId: number, id: number) => rpc('hasPrompt', { companyId, promptId: id })
    expect(await ask(COMPANY, promptId)).toEqual({ exists: true })
    expect(await ask(FOREIGN, promptId)).toEqual({ exists: false })
    expect(await ask(COMPANY, 99_999)).toEqual({ exists: false })
  })

  it('HasTag knows the tags of the company that asks', async () => {
    const { body } = await (await callsTo(desk))(ana, 'POST', '/tags', { name: 'Clientes' })
    const tagId = body['id'] as number
    const ask = (companyId: number, id: number) => rpc('hasTag', { companyId, tagId: id })
    expect(await ask(COMPANY, tagId)).toEqual({ exists: true })
    expect(await ask(FOREIGN, tagId)).toEqual({ exists: false })
    expect(await ask(COMPANY, 99_999)).toEqual({ exists: false })
  })

  it('IsBudgetSpent answers for the company that asks', async () => {
    const admin = await person(desk, { id: 31, profile: 'admin' })
    const call = await callsTo(desk)
    const prices = [{ category: 'marketing', callingCode: '', micros: 5 }]
    const ask = (companyId: number) => rpc('isBudgetSpent', { companyId })
    await desk.pg.sql(
      `INSERT INTO tickets.message_prices (company_id, message_id, delivered_at, connection_id, calling_code, category, is_billable)
       VALUES (${COMPANY}, gen_random_uuid(), $1, 1, '55', 'marketing', true)`,
      [desk.ports.clock.now()],
    )
    await call(admin, 'PUT', '/message-prices', { prices, monthlyBudgetMicros: 6 })
    expect(await ask(COMPANY)).toEqual({ spent: false })
    await call(admin, 'PUT', '/message-prices', { monthlyBudgetMicros: 5 })
    expect(await ask(COMPANY)).toEqual({ spent: true })
    expect(await ask(FOREIGN)).toEqual({ spent: false })
    await expect(ask(0)).rejects.toThrow('ERR_VALIDATION')
  })

  it('CountUnclosed counts groups and silent people of one connection, for the company that asks', async () => {
    const hour = 3_600_000
    const now = desk.ports.clock.now().getTime()
    const at = (ms: number) => new Date(now + ms)
    const [line, other] = [await connection(desk, 41), await connection(desk, 42)]
    const open = async (written: Date | undefined, own: Parameters<typeof ticket>[1] = {}) => {
      const contactId = await contactRow(desk, 'Rita')
      const id = await ticket(desk, { contactId, connectionId: line, ...own })
      if (!written) return id
      const [message] = await desk.pg.sql<{ id: string }>(
        `INSERT INTO tickets.messages (id, company_id, ticket_id, seq, connection_id, remote_jid, participant, from_me, source, kind, preview, ack,
           read, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, $2, 1, $3, 'x', '', false, 'contact', 'chat', 'oi', 0, true, $4, $4) RETURNING id`,
        [COMPANY, id, line, written],
      )
      await desk.pg.sql(
        `UPDATE tickets.tickets SET last_received_id = $2, last_received = 'oi', last_received_kind = 'chat' WHERE id = $1`,
        [id, message?.id],
      )
      return id
    }
    await open(at(-hour))
    await open(at(-25 * hour))
    await open(undefined)
    await open(at(-25 * hour), { status: 'closed' })
    await open(at(-25 * hour), { connectionId: other })
    const group = await open(at(-25 * hour))
    await desk.pg.sql('UPDATE tickets.tickets SET is_group = true WHERE id = $1', [group])
    const ask = (companyId: number) =>
      rpc('countUnclosed', { companyId, connectionId: line, silentSince: at(-24 * hour) })
    expect(await ask(COMPANY)).toEqual({ groups: 1, silent: 2 })
    expect(await ask(FOREIGN)).toEqual({ groups: 0, silent: 0 })
    await expect(ask(0)).rejects.toThrow('ERR_VALIDATION')
  })

  it('GetSentMedia names the files of one send, to its company alone', async () => {
    const media = {
      key: 'companies/7/2026/11/bb.png',
      name: 'b.png',
      mimeType: 'image/png',
      sizeBytes: 3,
      width: 0,
      height: 0,
      durationSeconds: 0,
    }
    const sent = request({ number: '5511977770015', medias: [media] })
    const ask = (companyId: number, clientKey: string) => rpc('getSentMedia', { companyId, clientKey })
    expect(await ask(COMPANY, sent.clientKey)).toEqual({ keys: [] })
    await sendToContact(desk.deps, COMPANY, sent)
    expect(await ask(COMPANY, sent.clientKey)).toEqual({ keys: [media.key] })
    expect(await ask(FOREIGN, sent.clientKey)).toEqual({ keys: [] })
  })

  it('refuse a call without a company', async () => {
    await expect(rpc('getQueues', { companyId: 0, ids: [] })).rejects.toThrow('ERR_VALIDATION')
  })
})

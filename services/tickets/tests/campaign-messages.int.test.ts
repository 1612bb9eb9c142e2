import { Readable } from 'node:stream'

import { messageId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type CampaignMessageSending, type DeskEvent } from '@balcao/contracts/wire'
import { DAY } from '@balcao/kernel'

import { sweep } from '../src/features/housekeeping/housekeeping'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import { ACKS_GROUP } from '../src/features/messages/apply-ack'
import {
  callsTo,
  clearOutbox,
  COMPANY,
  connection,
  deliver,
  FOREIGN,
  outbox,
  outboundChanged,
  person,
  phoneJid,
  received,
  rig,
  type Call,
  type Rig,
} from './support'

const NUMBER = '5511955550101'
const GREETING = 'Olá! Escolha uma opção.'

let desk: Rig
let call: Call

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
})

beforeEach(async () => {
  await desk.pg.empty(
    'tickets.contacts',
    'tickets.connections',
    'tickets.campaign_messages',
    'tickets.message_documents',
    'tickets.pending_acks',
    'tickets.directory_users',
    'tickets.inbox',
    'tickets.outbox',
  )
  await connection(desk, 1, { isDefault: true })
  await desk.pg.sql(`UPDATE tickets.connections SET rules = rules || '{"greetingMessage": "${GREETING}"}'`)
})

type Fields = Partial<CampaignMessageSending> & { company?: number; asks?: boolean; opensTicket?: boolean }

let sentCount = 0
function sending({ company = COMPANY, asks = true, opensTicket = false, ...value }: Fields = {}): DeskEvent {
  const number = value.number ?? NUMBER
  sentCount += 1
  return deskEvent(
    desk.ports,
    orderingKeys.conversation(company as typeof COMPANY, number),
    'campaignMessageSending',
    {
      campaignId: 5,
      messageId: desk.ports.ids.next(),
      connectionId: 1,
      number,
      waId: `CAMPAIGN${sentCount}`,
      remoteJid: phoneJid(number),
      kind: 'chat',
      body: 'Posso enviar a oferta?',
      media: undefined,
      answers: { campaignName: 'Natal', asks, opensTicket, optOutWords: ['sair', 'parar'] },
      sentAt: desk.ports.clock.now(),
      ...value,
    },
  )
}
const idOf = (event: DeskEvent): string => (event.body.value as CampaignMessageSending).messageId

const send = async (fields: Fields = {}): Promise<string> => {
  const event = sending(fields)
  await deliver(desk, INBOUND_GROUP, event)
  return idOf(event)
}
const write = (body: string, fields: Parameters<typeof received>[1] = {}) =>
  deliver(desk, INBOUND_GROUP, received(desk, { body, ...fields }))
const ack = (id: string, value: number, failure = '') =>
  deliver(desk, ACKS_GROUP, outboundChanged(desk, { messageId: id, campaignId: 5, ack: value, failure }))

const rows = (text: string) => desk.pg.sql<Record<string, unknown>>(text)
const tickets = () => rows('SELECT * FROM tickets.tickets ORDER BY id')
const thread = async () =>
  (
    await rows(
      'SELECT m.preview, m.from_me, m.ack, m.marks FROM tickets.messages m ORDER BY m.company_id, m.ticket_id, m.seq',
    )
  ).map((row) => [row['preview'], row['from_me'], row['ack'], (row['marks'] as string[]).join()])
const said = async () =>
  (await outbox(desk, 'outboundRequested')).map(({ body }) => body['outboundRequested']?.['body'])
const answers = async () =>
  (await outbox(desk, 'campaignAnswered')).map(({ company_id: company, body }) => {
    const { meaning, isTaken, messageId: id } = body['campaignAnswered'] as Record<string, unknown>
    return [company, id, meaning, isTaken ?? false]
  })

describe('an answer to a campaign’s question', () => {
  it.each([
    ['Sim!', 'yes'],
    ['nao', 'no'],
    ['SAIR', 'opt-out'],
  ])('%j is taken: no ticket, no menu, and campaigns are told', async (body, meaning) => {
    const question = await send()
    await write(body)
    expect(await answers()).toEqual([[COMPANY, question, meaning, true]])
    expect(await tickets()).toEqual([])
    expect(await rows('SELECT * FROM tickets.contacts')).toEqual([])
    expect(await said()).toEqual([])
  })

  it('stands with the question above what comes later, in the order of the chat', async () => {
    const question = await send()
    await ack(question, 2)
    await write('sim')
    await send({ asks: false, body: 'A oferta' })
    await write('Quanto custa?')
    expect(await thread()).toEqual([
      ['Posso enviar a oferta?', true, 2, 'campaign'],
      ['sim', false, 0, ''],
      ['A oferta', true, 0, 'campaign'],
      ['Quanto custa?', false, 0, ''],
      [GREETING, true, 0, ''],
    ])
    expect(await answers()).toHaveLength(1)
    expect(await tickets()).toMatchObject([{ status: 'pending', unread_messages: 2, message_seq: 5 }])
  })

  it('opens a ticket where the campaign says so; a word that ends campaigns does not', async () => {
    const question = await send({ opensTicket: true })
    await write('sair')
    expect(await tickets()).toEqual([])
    await write('sim')
    expect(await answers()).toEqual([
      [COMPANY, question, 'opt-out', true],
      [COMPANY, question, 'yes', false],
    ])
    expect((await thread()).map(([text]) => text)).toEqual([
      'Posso enviar a oferta?',
      'sair',
      'sim',
      GREETING,
    ])
  })

  it('is told once, however often it is delivered', async () => {
    await send()
    const event = received(desk, { body: 'sim' })
    for (const repeat of [event, event]) await deliver(desk, INBOUND_GROUP, repeat)
    expect(await answers()).toHaveLength(1)
    expect(await rows('SELECT 1 FROM tickets.campaign_messages')).toHaveLength(2)
  })

  it('leaves a closed ticket closed', async () => {
    await write('oi')
    await desk.pg.sql(`UPDATE tickets.tickets SET status = 'closed', user_id = 3, closed_at = now()`)
    await send()
    await write('sim')
    expect(await tickets()).toMatchObject([{ status: 'closed' }])
  })

  it('of a person who is known by a LID is taken, too', async () => {
    await write('oi', { contact: { number: NUMBER, lid: '999', name: 'Joana' } })
    await desk.pg.sql(`UPDATE tickets.tickets SET status = 'closed', user_id = 3, closed_at = now()`)
    await clearOutbox(desk)
    await send()
    await write('sim', { remoteJid: '999@lid', contact: { number: '', lid: '999', name: 'Joana' } })
    expect(await answers()).toMatchObject([[COMPANY, expect.any(String), 'yes', true]])
  })

  it('belongs to its company', async () => {
    await connection(desk, 1, { company: FOREIGN })
    await send({ company: FOREIGN })
    await write('sim')
    expect(await answers()).toEqual([])
    expect((await thread()).map(([text]) => text)).toEqual(['sim', GREETING])
  })
})

describe('a conversation after a campaign', () => {
  it('begins with what the campaign sent, once, whoever delivers it how often', async () => {
    const event = sending()
    const write2 = received(desk, { body: 'Quem é?' })
    for (const repeat of [event, event, write2, event, write2]) await deliver(desk, INBOUND_GROUP, repeat)
    expect((await thread()).map(([text]) => text)).toEqual(['Posso enviar a oferta?', 'Quem é?', GREETING])
  })

  it('goes on in an unclosed ticket, which shows the campaign’s message at once; the bot is silent to its answer', async () => {
    await write('oi')
    await clearOutbox(desk)
    await send()
    expect((await thread()).at(-1)).toEqual(['Posso enviar a oferta?', true, 0, 'campaign'])
    await write('sim')
    expect((await thread()).at(-1)).toEqual(['sim', false, 0, ''])
    expect(await said()).toEqual([])
    expect(await answers()).toMatchObject([[COMPANY, expect.any(String), 'yes', true]])
  })

  it('with an agent is the agent’s: a yes to them is no yes to the campaign', async () => {
    await write('oi')
    await send()
    await desk.pg.sql(`UPDATE tickets.tickets SET status = 'open', user_id = 3`)
    await write('Já volto')
    await clearOutbox(desk)
    await write('sim')
    expect(await answers()).toEqual([])
    await write('parar')
    expect(await answers()).toMatchObject([[COMPANY, expect.any(String), 'opt-out', false]])
    expect((await thread()).at(-1)).toEqual(['parar', false, 0, ''])
  })

  it('keeps acks that came before, between and after', async () => {
    const early = sending()
    await ack(idOf(early), 1)
    await deliver(desk, INBOUND_GROUP, early)
    expect(await rows('SELECT ack FROM tickets.campaign_messages')).toEqual([{ ack: 1 }])
    await ack(idOf(early), 2)
    await ack(idOf(early), 1)
    await write('Quem é?')
    expect((await thread())[0]).toEqual(['Posso enviar a oferta?', true, 2, 'campaign'])
    await ack(idOf(early), 3)
    expect((await thread())[0]).toEqual(['Posso enviar a oferta?', true, 3, 'campaign'])
    expect(await rows('SELECT 1 FROM tickets.pending_acks')).toEqual([])
  })

  it('does not show what failed', async () => {
    const early = sending()
    await ack(idOf(early), -1, 'ERR_SENDING_WAPP_MSG')
    await deliver(desk, INBOUND_GROUP, early)
    await ack(await send(), -1, 'ERR_SENDING_WAPP_MSG')
    await write('oi')
    expect((await thread()).map(([text]) => text)).toEqual(['oi', GREETING])
  })

  it('quotes the campaign’s message, which the first answer brings along', async () => {
    await send({ waId: 'QUOTED' })
    await write('Quanto custa?', { quotedWaId: 'QUOTED' })
    const [, appended] = await outbox(desk, 'messageAppended')
    const { message } = appended?.body['messageAppended'] as { message: { quoted?: object } }
    expect(message.quoted).toMatchObject({ body: 'Posso enviar a oferta?', fromMe: true })
  })

  it('has the campaign’s file as its own: a copy, one however often it is tried', async () => {
    const key = `companies/${COMPANY}/campaign.png`
    await desk.ports.blobs.put(key, Readable.from(['picture']))
    const media = {
      key,
      name: 'a.png',
      mimeType: 'image/png',
      sizeBytes: 7,
      width: 0,
      height: 0,
      durationSeconds: 0,
    }
    const event = sending({ media, kind: 'image' })
    await deliver(desk, INBOUND_GROUP, event)
    const answered = received(desk, { body: 'Quem é?' })
    const append = desk.ports.events.append.bind(desk.ports.events)
    desk.ports.events.append = () => Promise.reject(new Error('killed'))
    await expect(deliver(desk, INBOUND_GROUP, answered)).rejects.toThrow('killed')
    desk.ports.events.append = append
    await deliver(desk, INBOUND_GROUP, answered)
    const documents = await desk.deps.documents.get(COMPANY, [messageId(idOf(event))])
    const copied = documents.get(messageId(idOf(event)))?.media?.key
    expect(copied).not.toBe(key)
    expect(await desk.ports.blobs.info(copied ?? '')).toMatchObject({ sizeBytes: 7 })
    expect(await rows('SELECT 1 FROM tickets.pending_blobs')).toEqual([])
  })
})

describe('what is held of a campaign', () => {
  it('goes with its contact, and of nobody’s after 90 days', async () => {
    const admin = await person(desk, { id: 9, profile: 'admin' })
    await write('oi')
    await desk.pg.sql(`UPDATE tickets.tickets SET status = 'closed', user_id = 3, closed_at = now()`)
    await send()
    await send({ number: '5511955550202' })
    const [contact] = await rows('SELECT id FROM tickets.contacts')
    expect((await call(admin, 'DELETE', `/contacts/${String(contact?.['id'])}`)).status).toBe(200)
    expect(await rows('SELECT phone FROM tickets.campaign_messages')).toEqual([{ phone: '5511955550202' }])
    await desk.pg.sql('UPDATE tickets.campaign_messages SET sent_at = $1', [
      new Date(desk.ports.clock.now().getTime() - 91 * DAY),
    ])
    await sweep(desk.deps)
    expect(await rows('SELECT 1 FROM tickets.campaign_messages')).toEqual([])
  })
})

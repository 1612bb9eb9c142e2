import { MINUTE, type Session } from '@balcao/kernel'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  callsTo,
  clearOutbox,
  COMPANY,
  connection,
  contactRow,
  deliver,
  outbox,
  person,
  queue,
  received,
  rig,
  ticket,
  type Call,
  type Rig,
} from './support'

/** What a customer is told while a ticket is served and closed, and what trackings and ratings count of it. */

const NUMBER = '5511955550101'

let desk: Rig
let call: Call
let ana: Session
let vendas: number
let suporte: number
let id: number

const rows = (text: string, values: unknown[] = []) => desk.pg.sql<Record<string, unknown>>(text, values)
const tickets = () => rows('SELECT * FROM tickets.tickets ORDER BY id')
const trackings = () => rows('SELECT * FROM tickets.ticket_trackings ORDER BY id')
const ratings = () => rows('SELECT ticket_id, user_id, rate FROM tickets.user_ratings')
const put = (patch: object) => call(ana, 'PUT', `/tickets/${id}`, patch)
const write = (body: string, fields: Parameters<typeof received>[1] = {}) =>
  deliver(desk, INBOUND_GROUP, received(desk, { body, number: NUMBER, ...fields }))

const say = (body: string) => call(ana, 'POST', `/messages/${id}`, { body })

async function said(): Promise<unknown[]> {
  const sent = await outbox(desk, 'outboundRequested')
  await clearOutbox(desk)
  return sent.map(({ body }) => body['outboundRequested']?.['body'])
}

async function setSetting(key: string, value: string): Promise<void> {
  desk.settings[key] = value
  await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
}

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  suporte = await queue(desk, 'Suporte')
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas, suporte] })
  await person(desk, { id: 3, name: 'Bia', queueIds: [suporte] })
})

beforeEach(async () => {
  await desk.pg.empty(
    'tickets.contacts',
    'tickets.contact_merges',
    'tickets.connections',
    'tickets.message_documents',
    'tickets.inbox',
    'tickets.outbox',
  )
  await connection(desk, 1, { isDefault: true, queueIds: [vendas] })
  const texts = { completionMessage: 'Tchau, {{firstName}}!', ratingMessage: 'Que nota?' }
  await rows('UPDATE tickets.connections SET rules = rules || $1', [JSON.stringify(texts)])
  for (const key of Object.keys(desk.settings)) delete desk.settings[key]
  await setSetting('CheckMsgIsGroup', 'disabled')
  desk.ports.clock.set(new Date('2030-11-22T15:30:00Z'))
  await write('oi')
  id = Number((await tickets())[0]?.['id'])
  await clearOutbox(desk)
})

describe('accepting', () => {
  it('names the agent where the company wants it', async () => {
    await setSetting('sendGreetingAccepted', 'enabled')
    await put({ status: 'open' })
    expect(await said()).toEqual([
      '*Mensagem automática:*\nBoa tarde, Joana. Meu nome é *Ana* e vou prosseguir com o seu atendimento.',
    ])
    // Repeated, it conflicts or changes nothing, and says nothing again.
    await put({ status: 'open' })
    expect(await said()).toEqual([])
  })
  it('says nothing otherwise, and never to a group', async () => {
    await put({ status: 'open' })
    expect(await said()).toEqual([])
    await setSetting('sendGreetingAccepted', 'enabled')
    const group = await ticket(desk, { contactId: await contactRow(desk, 'Grupo'), queueId: vendas })
    await rows('UPDATE tickets.tickets SET is_group = true WHERE id = $1', [group])
    await call(ana, 'PUT', `/tickets/${group}`, { status: 'open' })
    expect(await said()).toEqual([])
  })
})

describe('a transfer', () => {
  it.each([
    ['to a queue', () => ({ queueId: suporte, status: 'pending', userId: null }), 'para o setor *Suporte*.'],
    ['to an agent', () => ({ userId: 3 }), 'para *Bia*.'],
    ['to both', () => ({ userId: 3, queueId: suporte }), 'o setor *Suporte* e será atendido por *Bia*.'],
  ])('%s is told', async (_, patch, words) => {
    await setSetting('sendMsgTransfTicket', 'enabled')
    await put({ status: 'open' })
    expect((await put(patch())).status).toBe(200)
    expect(await said()).toEqual([expect.stringContaining(words)])
  })
  it('is not told unless the company wants it', async () => {
    await put({ status: 'open' })
    await put({ userId: 3 })
    expect(await said()).toEqual([])
  })
})

describe('closing', () => {
  it('sends the completion message, unless it is silent', async () => {
    await put({ status: 'open' })
    await put({ status: 'closed' })
    expect(await said()).toEqual(['Tchau, Joana!'])
    await put({ status: 'open' })
    await put({ status: 'closed', justClose: true })
    expect(await said()).toEqual([])
  })

  describe('with ratings', () => {
    const LEGEND = 'Responda com um número:\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito satisfeito'
    beforeEach(async () => {
      await setSetting('userRating', 'enabled')
      await put({ status: 'open' })
      await put({ status: 'closed' })
      expect(await said()).toEqual([`Que nota?\n\n${LEGEND}`])
    })

    it('takes the answer, thanks and stays closed', async () => {
      await write(' 3 ')
      expect(await said()).toEqual(['Tchau, Joana!'])
      expect(await ratings()).toEqual([{ ticket_id: id, user_id: 2, rate: 3 }])
      expect(await tickets()).toMatchObject([
        { id, status: 'closed', user_id: 2, rating_at: null, unread_messages: 0 },
      ])
      expect(await trackings()).toMatchObject([{ rated: true, user_id: 2 }])
      // The same digit again is an ordinary message.
      await write('3')
      expect(await tickets()).toMatchObject([{ id, status: 'pending' }])
      expect(await ratings()).toHaveLength(1)
    })

    it.each(['4', '0', 'ótimo', '3 caixas', '33'])('%j is no rating and traps nobody', async (text) => {
      await write(text)
      expect(await tickets()).toMatchObject([{ id, status: 'pending', rating_at: null }])
      expect(await ratings()).toEqual([])
      await write('3')
      expect(await ratings()).toEqual([])
    })

    it('takes no answer after the timeout', async () => {
      await setSetting('ratingsTimeout', '10')
      desk.ports.clock.advance(10 * MINUTE)
      await write('3')
      expect(await ratings()).toEqual([])
      expect(await tickets()).toMatchObject([{ id, status: 'pending' }])
    })

    it('takes the answer whatever the window of reopening', async () => {
      await setSetting('timeCreateNewTicket', '0')
      desk.ports.clock.advance(5 * MINUTE)
      await write('1')
      expect(await ratings()).toEqual([{ ticket_id: id, user_id: 2, rate: 1 }])
      expect(await tickets()).toHaveLength(1)
    })

    it('is asked by buttons where the company and its connection have them, and takes the tap', async () => {
      await put({ status: 'open' })
      await setSetting('chatBotType', 'button')
      await rows('UPDATE tickets.connections SET rules = rules || $1', [
        JSON.stringify({ provider: 'cloud' }),
      ])
      await put({ status: 'closed' })
      const [asked] = await outbox(desk, 'outboundRequested')
      expect(asked?.body['outboundRequested']).toMatchObject({
        body: `Que nota?\n\n${LEGEND}`,
        choices: { kind: 'buttons', text: 'Que nota?', options: [{ title: 'Insatisfeito' }, {}, {}] },
      })
      await write('Satisfeito', { choiceId: 'rating:2' })
      expect(await ratings()).toEqual([{ ticket_id: id, user_id: 2, rate: 2 }])
      expect(await tickets()).toMatchObject([{ id, status: 'closed' }])
    })

    it('takes no tap of a menu for an answer', async () => {
      await write('Suporte', { choiceId: '2' })
      expect(await ratings()).toEqual([])
    })

    it('forgets the question when an agent reopens', async () => {
      await put({ status: 'open' })
      await write('3')
      expect(await ratings()).toEqual([])
      expect(await tickets()).toMatchObject([{ status: 'open', rating_at: null }])
    })
  })

  it('a ticket that no agent served asks for no rating', async () => {
    await setSetting('userRating', 'enabled')
    await put({ status: 'closed' })
    expect(await said()).toEqual(['Tchau, Joana!'])
  })
})

it('trackings count each service of a ticket', async () => {
  const at = (minutes: number) => new Date(Date.parse('2030-11-22T15:30:00Z') + minutes * MINUTE)
  desk.ports.clock.set(at(5))
  await put({ status: 'open' })
  desk.ports.clock.set(at(8))
  await say('bom dia')
  desk.ports.clock.set(at(12))
  await write('oi')
  await say('em que posso ajudar?')
  desk.ports.clock.set(at(20))
  await put({ status: 'closed' })
  desk.ports.clock.set(at(30))
  await write('mais uma coisa')
  const served = {
    ticket_id: id,
    queued_at: at(0),
    started_at: at(5),
    answered_at: at(8),
    finished_at: at(20),
    user_id: 2,
    queue_id: vendas,
  }
  const waiting = {
    queued_at: at(30),
    started_at: null,
    answered_at: null,
    finished_at: null,
    user_id: null,
    queue_id: vendas,
  }
  expect(await trackings()).toMatchObject([served, waiting])
})

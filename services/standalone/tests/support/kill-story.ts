import { randomUUID } from 'node:crypto'

import type { MessagesPage, SimulatorOutboundItem, TicketView } from '@balcao/contracts'

import { json, pause, startKilledDesk, type KilledDesk } from './killed-desk'
import { readMessages } from './read-messages'

const CHATS = 25
const BATCH = 20

/** Chats of customers who talk to the bot. */
const BOT_CHATS = 12

/** Number of kills, and of messages in each direction meanwhile. */
export interface KillLoad {
  kills: number
  inbound: number
  outbound: number
}

interface Sent {
  clientId: string
  body: string
}

let desk: KilledDesk
/** Ends every loop after an error. */
let isOver = false

const persist = (path: string, init: RequestInit): Promise<Response> => desk.persist(path, init)

const botNumber = (chat: number) => `55119555${String(chat).padStart(5, '0')}`

const probeNumber = (probe: number) => `55119666${String(probe).padStart(5, '0')}`
const isProbe = (number: string) => number.startsWith('55119666')

/** Chats whose tickets are resolved between kills, with a time to undo it. */
const RESOLVED_CHATS = 12
const resolvedNumber = (chat: number) => `55119777${String(chat).padStart(5, '0')}`
const GOODBYE = 'Até logo!'
const UNDO_SECONDS = 2

const chatNumber = (chat: number) => `55119444${String(chat).padStart(5, '0')}`

/**
 * The process is killed with SIGKILL at random moments under load, half of the times together with Postgres; afterwards no
 * accepted message is lost, duplicated or out of order, and the bot and the goodbyes of resolved
 * tickets have been said once.
 */
export function describeKills({ kills, inbound, outbound }: KillLoad): void {
  beforeAll(async () => {
    desk = await startKilledDesk()
  })

  afterAll(async () => {
    isOver = true
    await desk.stop()
  })

  it(`loses, duplicates and reorders nothing in ${kills} kills under ${inbound} inbound and ${outbound} outbound messages`, async () => {
    const admin = await desk.login('admin@demo.local')
    const ana = await desk.login('ana@demo.local')
    const connections = (await (await persist('/whatsapp', json(admin.token, undefined, 'GET'))).json()) as {
      id: number
    }[]
    const connection = connections[0]!.id
    const acceptedInbound = new Map<string, string[]>()
    const acceptedOutbound = new Map<string, Sent[]>()
    let isOver = false

    const openTicket = async (chat: number): Promise<TicketView> => {
      const number = chatNumber(chat)
      await persist(
        '/simulator/inbound',
        json(undefined, {
          messages: [{ connection, number, id: `first-${number}`, body: `${number} first` }],
        }),
      )
      acceptedInbound.set(number, [`${number} first`])
      const ticket = await seenTicket(admin.token, number)
      const response = await persist(
        `/tickets/${ticket.id}`,
        json(admin.token, { status: 'open', userId: ana.userId, queueId: ticket.queueId }, 'PUT'),
      )
      expect(response.status).toBe(200)
      return ticket
    }
    const tickets: TicketView[] = []
    for (let chat = 0; chat < CHATS; chat++) tickets.push(await openTicket(chat))

    await startBot(admin.token, connection)
    const botLoad = async () => {
      for (const body of ['oi', '2', 'obrigado'])
        for (let chat = 0; chat < BOT_CHATS; chat++) {
          await receive(connection, botNumber(chat), `bot-${body}-${chat}`, body)
          await pause(40)
        }
    }
    /* The goodbye of each is held in the row while processes are killed. */
    const resolveLoad = async () => {
      for (let chat = 0; chat < RESOLVED_CHATS; chat++) {
        const number = resolvedNumber(chat)
        await receive(connection, number, `resolved-${chat}`, 'oi')
        const { id } = await seenTicket(admin.token, number)
        const closing = { status: 'closed', undoSeconds: UNDO_SECONDS }
        expect((await persist(`/tickets/${id}`, json(admin.token, closing, 'PUT'))).status).toBe(200)
      }
    }
    const inboundLoad = async () => {
      for (let first = 0; first < inbound; first += BATCH) {
        const messages = Array.from({ length: Math.min(BATCH, inbound - first) }, (_, offset) => {
          const number = chatNumber((first + offset) % CHATS)
          return { connection, number, id: `in-${first + offset}`, body: `${number} in ${first + offset}` }
        })
        const response = await persist('/simulator/inbound', json(undefined, { messages }))
        expect(response.status).toBe(202)
        for (const { number, body } of messages) acceptedInbound.get(number)!.push(body)
        await pause(15)
      }
    }
    const outboundLoad = async (lane: number, lanes: number) => {
      for (let index = lane; index < outbound; index += lanes) {
        const ticket = tickets[index % CHATS]!
        const sent = { clientId: randomUUID(), body: `out ${index}` }
        const response = await persist(`/messages/${ticket.id}`, json(ana.token, sent))
        expect({ index, status: response.status }).toEqual({ index, status: 200 })
        const list = acceptedOutbound.get(ticket.contact.number) ?? []
        acceptedOutbound.set(ticket.contact.number, [...list, sent])
        await pause(20)
      }
    }
    const killer = async () => {
      for (let round = 0; round < kills && !isOver; round++) {
        await pause(150 + Math.random() * 900)
        await desk.kill({ withPostgres: round % 2 === 1 })
      }
    }
    const load = Promise.all([
      inboundLoad(),
      outboundLoad(0, 2),
      outboundLoad(1, 2),
      botLoad(),
      resolveLoad(),
    ])
    await Promise.all([load, killer()])
    isOver = true

    await quiet(admin.token, connection, tickets, {
      sent: outbound + 2 * BOT_CHATS + 2 * RESOLVED_CHATS,
      shown: CHATS + inbound + outbound,
    })
    const delivered = await desk.networkSaw(connection)
    expectBotAnswers(delivered)
    expectGoodbyes(delivered)
    for (const ticket of tickets) {
      const { number } = ticket.contact
      const shown = await allMessages(admin.token, ticket.id)
      const received = shown.filter((message) => !message.fromMe).map((message) => message.body)
      expect({ number, received }).toEqual({ number, received: acceptedInbound.get(number) })
      const seqs = shown.map((message) => message.seq)
      expect(seqs).toEqual(seqs.map((_, index) => index + 1))

      const sent = acceptedOutbound.get(number) ?? []
      const reached = delivered.filter((item) => item.number === number)
      expect(reached.map((item) => item.body).sort()).toEqual(sent.map(({ body }) => body).sort())
      expect(new Set(reached.map((item) => item.id)).size).toBe(sent.length)
      const kept = shown.filter((message) => message.fromMe)
      expect(kept.map((message) => message.clientId).sort()).toEqual(
        sent.map(({ clientId }) => clientId).sort(),
      )
    }
  }, 480_000)
}

const receive = (connection: number, number: string, id: string, body: string) =>
  persist('/simulator/inbound', json(undefined, { messages: [{ connection, number, id, body }] }))

const GREETING = 'Bem-vindo!'

/* Asks until tickets has heard that the connection greets: each time from another number, since one is greeted once. */
async function startBot(token: string, connection: number) {
  const queues = (await (await persist('/queue', json(token, undefined, 'GET'))).json()) as { id: number }[]
  const rules = {
    queueIds: queues.map(({ id }) => id),
    greetingMessage: GREETING,
    complationMessage: GOODBYE,
  }
  expect((await persist(`/whatsapp/${connection}`, json(token, rules, 'PUT'))).status).toBe(200)
  for (let probe = 0; !isOver; probe++) {
    const number = probeNumber(probe)
    await receive(connection, number, `probe-${probe}`, 'oi')
    await seenTicket(token, number)
    await pause(500)
    if ((await desk.networkSaw(connection)).some((item) => item.number === number)) return
  }
}

const MENU = `${GREETING}\n\n[ 1 ] - Vendas\n[ 2 ] - Suporte`

/* Each once, after the menu. */
function expectGoodbyes(delivered: readonly SimulatorOutboundItem[]) {
  for (let chat = 0; chat < RESOLVED_CHATS; chat++) {
    const said = delivered.filter(({ number }) => number === resolvedNumber(chat)).map(({ body }) => body)
    expect({ chat, said }).toEqual({ chat, said: [MENU, GOODBYE] })
  }
}

/* The menu and the chosen queue's greeting, each once and in this order. */
function expectBotAnswers(delivered: readonly SimulatorOutboundItem[]) {
  for (let chat = 0; chat < BOT_CHATS; chat++) {
    const said = delivered.filter(({ number }) => number === botNumber(chat)).map(({ body }) => body)
    expect({ chat, said }).toEqual({
      chat,
      said: [MENU, 'Olá! Você está falando com o Suporte.'],
    })
  }
}

async function seenTicket(token: string, number: string): Promise<TicketView> {
  for (;;) {
    const response = await persist(
      `/tickets?showAll=true&searchParam=${number}`,
      json(token, undefined, 'GET'),
    )
    const { tickets } = (await response.json()) as { tickets: TicketView[] }
    if (tickets[0]) return tickets[0]
    await pause(50)
  }
}

const allMessages = (token: string, ticketId: number) =>
  readMessages(ticketId, async (path) => {
    const response = await persist(path, json(token, undefined, 'GET'))
    return (await response.json()) as MessagesPage
  })

/** Until the network has every answer and the tickets have every message; fails after a timeout when one is lost. */
async function quiet(
  token: string,
  connection: number,
  tickets: readonly TicketView[],
  expected: { sent: number; shown: number },
) {
  const giveUpAt = Date.now() + 120_000
  for (;;) {
    const sent = (await desk.networkSaw(connection)).filter(({ number }) => !isProbe(number)).length
    let shown = 0
    for (const { id } of tickets) {
      const response = await persist(`/messages/${id}?markAsRead=false`, json(token, undefined, 'GET'))
      shown += ((await response.json()) as MessagesPage).count
    }
    if (sent >= expected.sent && shown >= expected.shown) return
    if (Date.now() > giveUpAt) {
      throw new Error(
        `not quiet after 120 s: ${sent} of ${expected.sent} sent, ${shown} of ${expected.shown} shown`,
      )
    }
    await pause(500)
  }
}

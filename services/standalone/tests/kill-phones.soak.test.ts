import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'

import type { ConnectionView, LoginAnswer, TicketView } from '@balcao/contracts'
import { waitWhileShrinking, freePort, temporaryFolder } from '@balcao/testkit'

import {
  startFakeWhatsApp,
  type Account,
  type Contact,
  type FakeWhatsApp,
} from '../../messaging-gateway/tests/fake-whatsapp'
import { createApiCall, until } from './support/company'
import { deskSql } from './support/desk-database'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/*
 * Real-protocol phones: the process is killed with SIGKILL at random moments while twenty numbers receive and
 * send. Afterwards no accepted message is lost, duplicated or out of order, both sides still decrypt each other, and
 * no phone had to be linked again. A moment is counted in messages that arrived since the last kill, so that on any machine
 * the process dies in the middle of its work and not while it starts. KILLS=500 for the long run.
 */

const KILLS = Number(process.env.KILLS ?? 15)
const SESSIONS = 20
const CONTACTS = 5
const PATIENCE_MS = 60_000
const PAUSE_MS = 400
/** Maximum number of messages between two kills; sometimes it is none, and the process dies while it starts. */
const MOST_BETWEEN_KILLS = 40
/** Limit of unanswered messages per chat. */
const MOST_UNDER_WAY = 3

interface Line {
  account: Account
  id: number
}

let wa: FakeWhatsApp
let dataDir: string
let port: number
let desk: SpawnedDesk
const lines: Line[] = []
const contacts: Contact[] = []

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const url = (path: string) => `http://127.0.0.1:${port}${path}`

const env = () => ({
  DEMO: 'minimal',
  LOG_LEVEL: 'error',
  RATE_LIMIT_FACTOR: '0',
  WHATSAPP_WEB_URL: wa.url,
  WHATSAPP_WEB_CLIENT_URL: wa.webClientUrl,
  WHATSAPP_ROOT_KEY: wa.rootKey,
  WHATSAPP_MEDIA_URL: wa.mediaUrl,
})

async function pair(index: number, call: ReturnType<typeof createApiCall>): Promise<Line> {
  const account = wa.account(`55119510${String(index).padStart(5, '0')}`)
  const { body } = await call<ConnectionView>('POST', '/whatsapp', {
    name: `Número ${index}`,
    provider: 'beta',
  })
  const look = async () => (await call<ConnectionView>('GET', `/whatsapp/${body.id}`)).body
  const { qrcode } = await until(async () => {
    const now = await look()
    return now.qrcode ? now : undefined
  }, 'a QR code')
  await account.scan(qrcode ?? '')
  await until(async () => ((await look()).status === 'CONNECTED' ? true : undefined), 'a connection')
  return { account, id: body.id }
}

beforeAll(async () => {
  wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small', autoReceipts: 'delivery' } })
  dataDir = await temporaryFolder('kill-phones')
  port = await freePort()
  desk = await spawnDesk({ dataDir, port, env: env() })
  await deskSql(dataDir)('UPDATE billing.plans SET connections = 1000')
  await desk.stop()
  desk = await spawnDesk({ dataDir, port, env: env() })
  await logIn()
  const call = createApiCall(url(''), token)
  for (let index = 0; index < SESSIONS; index++) lines.push(await pair(index, call))
  for (let index = 0; index < CONTACTS; index++)
    contacts.push(wa.contact(`55218710${String(index).padStart(5, '0')}`, { name: `Cliente ${index}` }))
  wa.settings.registrationIsOver = true
}, 180_000)

afterAll(async () => {
  await desk.stop()
  await wa.stop()
  await rm(dataDir, { recursive: true, force: true })
})

let token = ''
let userId = 0

async function logIn(): Promise<void> {
  const credentials = { email: 'admin@demo.local', password: 'balcao123' }
  const { body } = await createApiCall(url(''))<LoginAnswer>('POST', '/auth/login', credentials)
  token = body.token
  userId = body.user.id
}

class Refused extends Error {}

/** Retries until the desk answers; logs in again when the session has expired. */
async function persist<T>(method: string, path: string, body: unknown): Promise<T> {
  for (;;) {
    try {
      const answer = await createApiCall(url(''), token)<T>(method, path, body)
      if (answer.status === 200) return answer.body
      if (answer.status === 401 || answer.status === 403) await logIn()
      else if (answer.status < 500)
        throw new Refused(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    } catch (error) {
      if (error instanceof Refused) throw error
      // Requests fail while the process is down, as the test intends.
    }
    await pause(50)
  }
}

/** The first message opens the ticket; the administrator accepts it. */
async function meet(line: Line, contact: Contact): Promise<Chat> {
  const first = `in ${line.id} 0`
  await contact.text(line.account, first)
  const ticket = await until(async () => {
    const [row] = await deskSql(dataDir)<{ id: number }>(
      `SELECT ticket_id AS id FROM tickets.messages
       WHERE connection_id = ${line.id} AND remote_jid LIKE '${contact.number}@%'`,
    )
    return row
  }, 'a ticket')
  const path = `/tickets/${ticket.id}`
  const { queueId } = await persist<TicketView>('GET', path, undefined)
  await persist('PUT', path, { status: 'open', userId, queueId })
  return { line, contact, ticketId: ticket.id, written: [first], answered: [] }
}

interface Chat {
  line: Line
  contact: Contact
  ticketId: number
  /** Bodies in the order of writing, and the ids of the inbound ones. */
  written: string[]
  answered: string[]
}

const listTexts = ({ contact, line }: Chat) => contact.inbox(line.account).texts()

async function talk(chats: readonly Chat[], isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    const chat = chats[round % chats.length]
    if (!chat) return
    const { line, contact, written, answered } = chat
    if (answered.length - listTexts(chat).length >= MOST_UNDER_WAY) {
      await pause(PAUSE_MS / 10)
      continue
    }
    const incoming = `in ${line.id} ${written.length}`
    written.push(incoming)
    await contact.text(line.account, incoming)
    const outgoing = `out ${line.id} ${answered.length}`
    await persist('POST', `/messages/${chat.ticketId}`, { body: outgoing, clientId: randomUUID() })
    answered.push(outgoing)
    await pause(PAUSE_MS * Math.random())
  }
}

/** The desk's messages of a number, by chat, in order. */
async function received(line: Line): Promise<Map<string, string[]>> {
  const rows = await deskSql(dataDir)<{ number: string; body: string }>(
    `SELECT split_part(m.remote_jid, '@', 1) AS number, m.preview AS body FROM tickets.messages m
     WHERE m.connection_id = ${line.id} AND NOT m.from_me ORDER BY m.ticket_id, m.seq`,
  )
  const chats = new Map<string, string[]>()
  for (const { number, body } of rows) chats.set(number, [...(chats.get(number) ?? []), body])
  return chats
}

it(`loses, doubles and reorders nothing with real phones in ${KILLS} kills`, async () => {
  const chats: Chat[] = []
  for (const line of lines) chats.push(...(await Promise.all(contacts.map((contact) => meet(line, contact)))))
  let isOver = false
  const talking = lines.map((line) =>
    talk(
      chats.filter((chat) => chat.line === line),
      () => isOver,
    ),
  )
  const arrived = () => chats.reduce((sum, chat) => sum + listTexts(chat).length, 0)
  for (let round = 0; round < KILLS; round++) {
    const due = arrived() + Math.floor(Math.random() * MOST_BETWEEN_KILLS)
    await until(async () => (arrived() >= due ? true : undefined), 'messages to arrive', PATIENCE_MS)
    await pause(Math.random() * PAUSE_MS)
    await desk.kill()
    desk = await spawnDesk({ dataDir, port, env: env() })
  }
  await pause(1_000)
  isOver = true
  await Promise.all(talking)

  const count = (pick: (chat: Chat) => unknown[]) => chats.reduce((sum, chat) => sum + pick(chat).length, 0)
  const [incoming, outgoing] = [count(({ written }) => written), count(({ answered }) => answered)]
  const missing = async (): Promise<string[]> => {
    const shown = new Map(await Promise.all(lines.map(async (line) => [line, await received(line)] as const)))
    return chats.flatMap((chat) => {
      const { line, contact, written, answered } = chat
      const [into, out] = [shown.get(line)?.get(contact.number) ?? [], listTexts(chat)]
      const lost = [
        ...written.filter((body) => !into.includes(body)),
        ...answered.filter((body) => !out.includes(body)),
      ]
      return lost.map((body) => `${line.id}/${contact.number}: ${body}`)
    })
  }
  await waitWhileShrinking('messages', async () =>
    Object.fromEntries((await missing()).map((what) => [what, 1])),
  )
  expect(await missing()).toEqual([])
  await wa.idle()
  for (const line of lines) {
    const shown = await received(line)
    for (const chat of chats.filter((each) => each.line === line)) {
      const { contact, written, answered } = chat
      const name = `${line.id}/${contact.number}`
      expect([name, shown.get(contact.number) ?? []]).toEqual([name, written])
      expect([name, listTexts(chat)]).toEqual([name, answered])
    }
    expect(line.account.ledger.nacks).toEqual([])
  }
  wa.verify()
  process.stderr.write(
    `${KILLS} kills: ${incoming} in, ${outgoing} out, none lost, doubled or out of order\n`,
  )
}, 3_000_000)

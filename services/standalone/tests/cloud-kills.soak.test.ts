import { randomUUID } from 'node:crypto'

import type { TicketView } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'
import { waitWhileShrinking } from '@balcao/testkit'

import {
  startGraphServer,
  type GraphServer,
} from '../../messaging-gateway/src/adapters/whatsapp/graph-server'
import { until, type Call } from './support/company'
import { deskSql, type Sql } from './support/desk-database'
import {
  callsOf,
  json,
  pause,
  startKilledDesk,
  type Credentials,
  type KilledDesk,
} from './support/killed-desk'
import { connectOfficialNumber, type OfficialNumber } from './support/official-number'
import { printFigures } from './support/print-figures'

/*
 * Two companies with an official number each. Meta's webhooks come out of order, twice, many in one call, and signed with a new
 * secret from the middle on; its API refuses, is slow and breaks off; the desk is killed with SIGKILL, half of the times together
 * with Postgres. WEBHOOKS=100000 KILLS=20 for the long run.
 */

/** Of customers' messages; their receipts for ours come on top. */
const WEBHOOKS = Number(process.env.WEBHOOKS ?? 3_000)
const KILLS = Number(process.env.KILLS ?? 6)
const OUTBOUND = Math.min(1_000, WEBHOOKS / 10)
const CUSTOMERS = 100
/** Those whose tickets are open and answered. */
const ANSWERED = 20
const WAVE = 250
/** Webhooks that wait at most before the next wave is written: what the desk does not take in time comes again later. */
const MOST_WAITING = 500
const MINUTES = 60_000
const DEMO = { email: 'admin@demo.local', password: 'balcao123' }
const OTHER = { email: 'outra@empresa.test', password: 'uma-senha-boa-77' }

interface Company {
  call: Call
  number: OfficialNumber
  /** Ids and bodies of what its customers wrote. */
  written: { number: string; body: string }[]
  tickets: TicketView[]
  /** Bodies of ours by the customer's number. */
  sent: { number: string; body: string }[]
}

let desk: KilledDesk
let graph: GraphServer
let sql: Sql
const companies: Company[] = []

async function must<T>(call: ReturnType<Call>): Promise<T> {
  const { status, body } = await call
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as T
}

async function openCompany(credentials: Credentials, digits: string): Promise<Company> {
  const call = callsOf(desk, credentials)
  const number = await connectOfficialNumber(graph, { url: desk.url, call }, digits)
  return { call, number, written: [], tickets: [], sent: [] }
}

const customerNumber = (company: number, index: number) => `5511${9 - company}${String(60_000_000 + index)}`

function write(index: number): void {
  const which = index % companies.length
  const company = companies[which]!
  const number = customerNumber(which, Math.floor(index / companies.length) % CUSTOMERS)
  const body = `in ${index}`
  graph.customerWrites(company.number.phoneNumberId, number, body)
  company.written.push({ number, body })
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ one }) => one)

/* What the API does to the next requests: refused, broken off before and after, late. */
function spoilAnswers(): void {
  graph.faults.next({ kind: 'refuse', status: 503 }, { count: 2, path: '/messages' })
  graph.faults.next({ kind: 'cut-after' }, { count: 2, path: '/messages' })
  graph.faults.next({ kind: 'cut-before' }, { path: '/messages' })
  graph.faults.next({ kind: 'slow', delayMs: SECOND }, { count: 2, path: '/messages' })
}

async function receiveAll(): Promise<void> {
  for (let first = 0; first < WEBHOOKS; first += WAVE) {
    const wave = first / WAVE
    graph.webhooks.hold()
    graph.webhooks.repeatNext(WAVE / 10)
    for (let index = first; index < Math.min(WEBHOOKS, first + WAVE); index++) write(index)
    spoilAnswers()
    if (wave % 3 === 0) graph.webhooks.releaseTogether()
    else graph.webhooks.release(shuffled)
    while (graph.webhooks.unfinished > MOST_WAITING) await pause(20)
  }
}

/** Meta signs with a new secret first; the desk learns it a moment later, and is called again with what it refused. */
async function rotateSecrets(): Promise<void> {
  for (const { call, number } of companies) {
    const appSecret = `another-${number.appId}`
    graph.rotateSecret(number.appId, appSecret, 'current')
    const path = `/whatsapp/${number.connectionId}/cloud-account`
    await must(call('put', path, { ...number.credentials, appSecret }))
  }
}

async function acceptTickets(company: Company, which: number): Promise<void> {
  const { call } = company
  for (let index = 0; index < ANSWERED; index++) {
    const number = customerNumber(which, index)
    const body = `first ${number}`
    graph.customerWrites(company.number.phoneNumberId, number, body)
    company.written.push({ number, body })
    const ticket = await until(async () => {
      const { tickets } = await must<{ tickets: TicketView[] }>(
        call('get', `/tickets?showAll=true&searchParam=${number}`),
      )
      return tickets[0]
    }, 'the ticket')
    company.tickets.push(await must<TicketView>(call('put', `/tickets/${ticket.id}`, { status: 'open' })))
  }
}

async function answerAll(isOver: () => boolean): Promise<void> {
  for (let index = 0; index < OUTBOUND && !isOver(); index++) {
    const company = companies[index % companies.length]!
    const ticket = company.tickets[Math.floor(index / companies.length) % ANSWERED]!
    const body = `out ${index}`
    await must(company.call('post', `/messages/${ticket.id}`, { body, clientId: randomUUID() }))
    company.sent.push({ number: ticket.contact.number, body })
    await pause(50)
  }
}

const countTaken = () => graph.webhooks.attempts.filter(({ status }) => status === 200).length

/** Kills spread evenly over the webhooks, so that on any machine the process dies in the middle of its work. */
async function killOften(isOver: () => boolean): Promise<void> {
  for (let round = 0; round < KILLS; round++) {
    const due = () => companies.reduce((sum, { written }) => sum + written.length, 0)
    while (due() < ((round + 1) * WEBHOOKS) / (KILLS + 1) && !isOver()) await pause(20)
    await pause(Math.random() * SECOND)
    await desk.kill({ withPostgres: round % 2 === 1 })
    if (round === Math.floor(KILLS / 2)) await rotateSecrets()
  }
}

interface Shown {
  company: number
  number: string
  body: string
}

/** What the desk has of its customers, by connection. */
const listReceived = ({ number }: Company) =>
  sql<Shown>(
    `SELECT company_id AS company, split_part(remote_jid, '@', 1) AS number, preview AS body FROM tickets.messages
     WHERE connection_id = ${number.connectionId} AND NOT from_me`,
  )

const listOutbound = ({ number }: Company) =>
  sql<{ body: string; state: string; failure: string | null }>(
    `SELECT m.preview AS body, o.state, o.failure FROM messaging_gateway.outbound o
     JOIN tickets.messages m ON m.id = o.message_id WHERE o.connection_id = ${number.connectionId}`,
  )

const toKeys = (messages: readonly { number: string; body: string }[]) =>
  messages.map(({ number, body }) => `${number} ${body}`).toSorted()

beforeAll(async () => {
  graph = await startGraphServer({
    settings: {
      webhookRetry: { firstMs: 100, longestMs: 3_000, giveUpMs: 60 * MINUTES },
      webhooksAtOnce: 8,
      throughputPerSecond: { STANDARD: 1_000, HIGH: 1_000, coexistence: 1_000 },
    },
  })
  desk = await startKilledDesk({ RATE_LIMIT_FACTOR: '0', WHATSAPP_GRAPH_URL: graph.url })
  sql = deskSql(desk.dataDir)
  const [plan] = (await (await desk.persist('/plans/list', { method: 'GET' })).json()) as { id: number }[]
  const signUp = { ...OTHER, name: 'Outra', phone: '11955550000', planId: plan!.id }
  const answer = await desk.persist('/companies', json(undefined, signUp))
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 200 })
  companies.push(await openCompany(DEMO, '5511940000001'))
  companies.push(await openCompany(OTHER, '5511940000002'))
  for (const [which, company] of companies.entries()) await acceptTickets(company, which)
}, 5 * MINUTES)

afterAll(async () => {
  await desk.stop()
  await graph.stop()
})

it(
  `loses and doubles none of ${WEBHOOKS} webhooks, and sends nothing twice, in ${KILLS} kills`,
  async () => {
    const beganAt = performance.now()
    let isOver = false
    const work = Promise.all([receiveAll(), answerAll(() => isOver)])
    await Promise.all([work, killOften(() => isOver)]).finally(() => (isOver = true))
    graph.faults.clear()

    await waitWhileShrinking('webhooks and messages', async () => {
      const missing: Record<string, number> = { webhooks: graph.webhooks.unfinished }
      for (const [which, company] of companies.entries()) {
        missing[`received ${which}`] = company.written.length - (await listReceived(company)).length
        const states = (await listOutbound(company)).filter(({ state }) =>
          ['FAILED', 'DELIVERED', 'READ'].includes(state),
        )
        missing[`sent ${which}`] = company.sent.length - states.length
      }
      return missing
    })
    const seconds = (performance.now() - beganAt) / SECOND

    expect(graph.webhooks.lost).toEqual([])
    const failures: Record<string, number> = {}
    for (const company of companies) {
      const received = await listReceived(company)
      expect(new Set(received.map((one) => one.company)).size).toBe(1)
      expect(toKeys(received)).toEqual(toKeys(company.written))

      const arrived = company.tickets.flatMap(({ contact }) =>
        graph.inbox(contact.number).map(({ message }) => ({
          number: contact.number,
          body: (message as { text: { body: string } }).text.body,
        })),
      )
      const outbound = await listOutbound(company)
      const failed = outbound.filter(({ state }) => state === 'FAILED')
      for (const { failure } of failed) failures[String(failure)] = (failures[String(failure)] ?? 0) + 1
      const kept = new Set(failed.map(({ body }) => body))
      // What the desk calls sent is with the customer once, and what it calls failed is not.
      expect(toKeys(arrived)).toEqual(toKeys(company.sent.filter(({ body }) => !kept.has(body))))
    }
    const taken = countTaken()
    printFigures('cloud-kills', {
      messages: WEBHOOKS,
      calls: { taken, refused: graph.webhooks.attempts.length - taken },
      sent: OUTBOUND,
      failures,
      kills: KILLS,
      seconds: Math.round(seconds),
    })
  },
  120 * MINUTES,
)

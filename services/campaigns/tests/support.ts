import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  companyId,
  fillTemplate,
  noTemplateContent,
  strictHandling,
  userId,
  type CompanyId,
} from '@balcao/contracts'
import { ContactSnapshot, GetEntitlementsResponse, type SendToContactRequest } from '@balcao/contracts/wire'
import { AppError, type Service, type Session } from '@balcao/kernel'
import { ChildSheetReader } from '@balcao/platform'
import {
  KEEPS_CONNECTIONS,
  fixedClock,
  givenSession,
  sheetProgram,
  testDatabase,
  testPorts,
  fakeToken,
  type FixedClock,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'
import express from 'express'

import { campaignsMigrations } from '../src/migrations'
import { createCampaignsService } from '../src/service'

export const A: CompanyId = companyId(1)
export const B: CompanyId = companyId(2)

/** Tickets as campaigns knows it: contacts 5 and 6 of company 1, 7 of company 2; one message per key. */
export interface FakeTickets {
  /** The first request of each key, in order of arrival. */
  sent: Map<string, SendToContactRequest>
  calls: SendToContactRequest[]
  /** Thrown instead of an answer. */
  failure: Error | undefined
  /** Runs before the message is taken, `after` once it is. */
  before: (request: SendToContactRequest) => Promise<void>
  after: () => Promise<void>
}

export const fakeTickets = (): FakeTickets => ({
  sent: new Map(),
  calls: [],
  failure: undefined,
  before: () => Promise.resolve(),
  after: () => Promise.resolve(),
})

export interface Billing {
  useSchedules: boolean
  useCampaigns: boolean
  dueAt: Date | undefined
  /** How often billing was asked. */
  asked: number
  timeZone: string
}

export interface Desk {
  service: Service
  ports: TestPorts
  tickets: FakeTickets
  billing: Billing
  /** WhatsApp's answers by number; unknown numbers are not asked about: no session is connected. */
  numbers: Map<string, { exists: boolean; number: string } | 'held'>
  /** Numbers that WhatsApp was asked about, in order. */
  asked: string[]
  /** Names of the templates that were asked for, in order. */
  fills: string[]
  /** Companies whose month has cost their budget, as tickets says while it is not away. */
  overspent: { companies: Set<number>; away: boolean }
  send(): Promise<void>
}

const CONTACTS: [number, CompanyId, string][] = [
  [5, A, 'Carla Souza'],
  [6, A, 'João'],
  [7, B, 'Davi'],
]

const CONNECTIONS: ReadonlyMap<number, number> = new Map([
  [A, 1],
  [B, 2],
])

const OFFER = {
  ...noTemplateContent,
  body: 'Olá, {{1}}! {{2}} até sexta.',
  footer: 'Loja do Bairro',
  buttons: [{ type: 'URL', text: 'Ver', url: 'https://example.com/{{1}}', phoneNumber: '' }],
}

/* A picture goes in the header. */
const WINDOW = { ...noTemplateContent, headerFormat: 'IMAGE', body: 'A vitrine nova está pronta, {{1}}.' }
const PICTURE = { format: 'IMAGE', maxBytes: 1_000 }

export interface DeskOptions {
  clock?: FixedClock
  tickets?: FakeTickets
  wrap?: (ports: TestPorts) => TestPorts
}

export function openDesk(
  pg: TestDatabase,
  { clock = fixedClock(), tickets = fakeTickets(), wrap = (ports) => ports }: DeskOptions = {},
): Desk {
  const billing: Billing = {
    useSchedules: true,
    useCampaigns: true,
    dueAt: undefined,
    asked: 0,
    timeZone: 'America/Sao_Paulo',
  }
  const numbers: Desk['numbers'] = new Map()
  const asked: string[] = []
  const fills: string[] = []
  const overspent: Desk['overspent'] = { companies: new Set(), away: false }
  const ports = wrap(
    testPorts(pg, 'campaigns', {
      clock,
      rpc: {
        auth: {
          getSettings: () =>
            Promise.resolve({
              settings: { language: 'es' },
              hours: { timeZone: billing.timeZone, schedules: [] },
            }),
        },
        billing: {
          getEntitlements: () => {
            billing.asked += 1
            return Promise.resolve(
              GetEntitlementsResponse.fromPartial({
                plan: { id: 1, useSchedules: billing.useSchedules, useCampaigns: billing.useCampaigns },
                ...(billing.dueAt && { dueAt: billing.dueAt }),
              }),
            )
          },
        },
        messaging: {
          getConnections: ({ companyId: company, ids }) => {
            const own = CONNECTIONS.get(company)
            return Promise.resolve({
              connections: own && ids.includes(own) ? [{ id: own, name: 'Loja' }] : [],
            })
          },
          // Each has two templates, `oferta`, and `vitrine` with a picture.
          fillTemplate: ({ companyId: company, connectionId, name, language, fileLater, ...values }) => {
            fills.push(name)
            if (CONNECTIONS.get(company) !== connectionId)
              return Promise.reject(new AppError('ERR_NO_WAPP_FOUND'))
            const content = { oferta: OFFER, vitrine: WINDOW }[name]
            if (!content) return Promise.reject(new AppError('ERR_NO_TEMPLATE_FOUND'))
            const file = content === WINDOW ? PICTURE : undefined
            if (file && !fileLater) return Promise.reject(new AppError('ERR_TEMPLATE_FILE'))
            const filled = fillTemplate(content, values)
            if (!filled) return Promise.reject(new AppError('ERR_TEMPLATE_VALUES'))
            const { parameters, text } = filled
            return Promise.resolve({ template: { name, language, parameters }, text, file })
          },
          checkNumber: ({ number }) => {
            asked.push(number)
            const answer = numbers.get(number)
            if (answer === 'held') return Promise.reject(new AppError('ERR_WAPP_CHECK_HELD'))
            return answer ? Promise.resolve(answer) : Promise.reject(new AppError('ERR_WAPP_CHECK_CONTACT'))
          },
        },
        tickets: {
          getContacts: (request) =>
            Promise.resolve({
              contacts: CONTACTS.filter(
                ([id, company]) => company === request.companyId && request.ids.includes(id),
              ).map(([id, company, name]) => ContactSnapshot.fromPartial({ id, companyId: company, name })),
            }),
          isBudgetSpent: ({ companyId: company }) =>
            overspent.away
              ? Promise.reject(new AppError('ERR_UNAVAILABLE'))
              : Promise.resolve({ spent: overspent.companies.has(company) }),
          hasTag: ({ companyId: company, tagId }) =>
            Promise.resolve({ exists: company === A && tagId === 3 }),
          // Tag 3 of company 1: one person who is in every list of the tests, and one who is in none.
          listTaggedContacts: ({ companyId: company, tagId, afterId }) =>
            Promise.resolve({
              contacts:
                company === A && tagId === 3 && afterId === 0
                  ? [
                      { id: 1, name: 'Cliente', number: '551187650000', email: '' },
                      { id: 2, name: 'Zoé', number: '5511987659999', email: '' },
                    ]
                  : [],
            }),
          sendToContact: async (request) => {
            tickets.calls.push(request)
            await tickets.before(request)
            if (tickets.failure) throw tickets.failure
            if (!tickets.sent.has(request.clientKey)) tickets.sent.set(request.clientKey, request)
            await tickets.after()
            return { messages: [], ticketId: 1 }
          },
        },
      },
    }),
  )
  const service = createCampaignsService({}, ports, new ChildSheetReader(sheetProgram))
  const send = async () => {
    for (const job of service.jobs) await job.run(new AbortController().signal)
  }
  return { service, ports, tickets, billing, numbers, asked, fills, overspent, send }
}

export interface Answer {
  status: number
  body: Record<string, unknown>
}

export interface Http {
  ask(session: Session | undefined, method: string, path: string, body?: unknown): Promise<Answer>
  close(): Promise<void>
}

export async function listen(service: Service): Promise<Http> {
  if (!service.http) throw new Error('no routes')
  const server = createServer(KEEPS_CONNECTIONS, express().use(service.http))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ask: async (session, method, path, body) => {
      const isForm = body instanceof FormData
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...strictHandling,
          ...(session && { authorization: `Bearer ${fakeToken(session)}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A database with an administrator and an agent of company 1, and an administrator of company 2. */
export async function openTeams(): Promise<{
  pg: TestDatabase
  admin: Session
  agent: Session
  stranger: Session
}> {
  const pg = await testDatabase([campaignsMigrations])
  const session = (id: number, over: Partial<Session>) =>
    givenSession(pg, 'campaigns', { companyId: A, userId: userId(id), name: `user ${id}`, ...over })
  return {
    pg,
    admin: await session(1, { profile: 'admin' }),
    agent: await session(2, { profile: 'user' }),
    stranger: await session(3, { companyId: B, profile: 'admin' }),
  }
}

/** A service that listens, with these tables and the outbox empty. */
export async function openEmptyDesk(
  pg: TestDatabase,
  ...tables: string[]
): Promise<{ desk: Desk; http: Http }> {
  const names = [...tables, 'outbox'].map((table) => `campaigns.${table}`)
  await pg.sql(`TRUNCATE ${names.join(', ')} RESTART IDENTITY CASCADE`)
  const desk = openDesk(pg)
  return { desk, http: await listen(desk.service) }
}

/** A form with a file, and other fields as JSON in `field`. */
export function formOf(file: Blob, name: string, field = '', values: object = {}): FormData {
  const form = new FormData()
  if (field !== '') form.append(field, JSON.stringify(values))
  form.append('file', file, name)
  return form
}

/** A picture of so many bytes. */
export const png = (sizeBytes = 16): Blob =>
  new Blob(
    [Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(1_100)]).subarray(0, sizeBytes)],
    {
      type: 'image/png',
    },
  )

/** What a refusal is compared with: status and code. */
export const codeOf = ({ status, body }: Answer): unknown[] => [status, body['error']]
export const idOf = ({ body }: Answer): number => Number(body['id'])

export const numberOf = (index: number): string => `55119876500${String(index).padStart(2, '0')}`

/** A contact list of people with these names and `numberOf` their places in it, all of them checked. */
export async function givenList(
  { pg, http }: { pg: TestDatabase; http: Http },
  session: Session,
  names: readonly string[],
): Promise<number> {
  const list = idOf(await http.ask(session, 'POST', '/contact-lists', { name: 'Clientes' }))
  for (const [index, name] of names.entries())
    await http.ask(session, 'POST', '/contact-list-items', {
      name,
      number: numberOf(index),
      contactListId: list,
    })
  await pg.sql(`UPDATE campaigns.contact_list_items SET validity = 'valid', check_at = NULL`)
  return list
}

/** Names of so many people of a list. */
export const namesOf = (size: number): string[] =>
  Array.from({ length: size }, (_, index) => `Cliente ${index}`)

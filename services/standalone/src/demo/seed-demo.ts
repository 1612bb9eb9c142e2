import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import {
  companyId,
  type ConnectionView,
  type LoginAnswer,
  type Profile,
  type QueueView,
  type TagView,
} from '@balcao/contracts'
import { DAY } from '@balcao/kernel'
import { query } from '@balcao/platform'

import { seedCompany, seedUserQueues, type SeededCompany } from '@balcao/auth/seed'
import { seedInvoices } from '@balcao/billing/seed'
import { seedHistory, wireTickets } from '@balcao/tickets/service'

import type { ServiceConfigs } from '../all-services'
import type { Report } from '../terminal-report'
import type { Desk } from '../start-desk'
import { hasDemoLogins } from './demo-logins'
import { demoConversations, demoQueues, demoTags, type DemoQueue } from './demo-conversations'
import { createDeskClient, waitForAnswer, type DeskClient } from './desk-client'
import { buildHistory } from './demo-history'
import { startSelfService } from './demo-self-service'
import { makeCampaigns } from './make-campaigns'
import { connectOfficialNumber } from './official-number'
import { makeHelps, makeSchedules } from './plan-ahead'
import { shareAmongColleagues } from './share-among-colleagues'
import { playConversation, type ConversationContext } from './play-conversation'

const PASSWORD = 'balcao123'
const COMPANY = 'Loja Aurora'
const FIRST_PLAN = 1
const DUE_DAYS = 15

interface Person {
  name: string
  email: string
  profile: Profile
  super: boolean
  queues: readonly DemoQueue[]
  allTicket: boolean
}

const agent = (name: string, email: string, ...queues: DemoQueue[]): Person => ({
  name,
  email,
  profile: 'user',
  super: false,
  queues,
  allTicket: true,
})

const people: readonly Person[] = [
  { ...agent('Marina', 'admin@demo.local'), profile: 'admin' },
  agent('Ana', 'ana@demo.local', 'Vendas'),
  agent('Bruno', 'bruno@demo.local', 'Suporte'),
  { ...agent('Sofia', 'super@demo.local'), profile: 'admin', super: true },
]

/* With Marina, Ana and Bruno a team of five. */
const colleagues: readonly Person[] = [
  { ...agent('Carla', 'carla@demo.local', 'Vendas', 'Suporte'), profile: 'supervisor' },
  agent('Diego', 'diego@demo.local', 'Suporte'),
]

const listPeople = (kind: DemoKind): readonly Person[] =>
  kind === 'full' ? [...people, ...colleagues] : people

/** Printed when the demo company is ready. */
export const demoLogins: readonly string[] = [
  'admin@demo.local (admin) · ana@demo.local (Vendas) · bruno@demo.local (Suporte) · super@demo.local (super)',
  `password for all: ${PASSWORD}`,
]

type DemoKind = 'full' | 'minimal'

interface DemoStage extends ConversationContext {
  company: SeededCompany
}

/** A desk's address, and a runtime that hosts auth or its database. */
export type DemoDesk = Pick<Desk, 'url' | 'dataDir'> &
  Partial<Pick<Desk, 'simulatesCloud'>> & { runtime: Pick<Desk['runtime'], 'portsFor'> }

const markerPath = (desk: DemoDesk) => path.join(desk.dataDir, 'demo.json')

/** Whether there is a company other than the demo's: then no demo is created, because its passwords are published. */
async function hasOtherCompanies(desk: DemoDesk): Promise<boolean> {
  // Platform scope: asks for any company.
  const rows = await desk.runtime
    .portsFor('auth')
    .db.asPlatform((tx) => query<{ name: string }>(tx, 'SELECT name FROM companies LIMIT 2'))
  return rows.some(({ name }) => name !== COMPANY)
}

/**
 * Creates the demo company on an empty desk, through the public API. Continues where a killed start
 * stopped.
 * @returns whether this desk has the demo company.
 */
export async function seedDemo(
  desk: DemoDesk,
  kind: DemoKind,
  report: Report,
  tickets: ServiceConfigs['tickets'],
): Promise<boolean> {
  // After `scripts/end-demo.mjs` the demo is not created again.
  if (existsSync(markerPath(desk))) return hasDemoLogins(desk.runtime.portsFor('auth').db)
  if (await hasOtherCompanies(desk)) return false
  report.step('Setting up the demo company …')
  // Within the days in which invoices are made ahead.
  const dueAt = kind === 'full' ? new Date(Date.now() + DUE_DAYS * DAY) : null
  const stage = await setStage(desk, kind, dueAt)
  const { companyId: company } = stage.company
  if (dueAt) await seedInvoices(desk.runtime.portsFor('billing'), { company, plan: FIRST_PLAN, dueAt })
  if (kind === 'full') {
    await writeHistory(desk, stage, tickets)
    await playAll(stage, report)
    await startSelfService(stage)
    if (desk.simulatesCloud) await connectOfficialNumber(stage.admin, stage.queues)
    const superUser = await signIn(desk.url, 'super@demo.local')
    await makeHelps(superUser)
    await shareAmongColleagues(stage, superUser)
    const now = desk.runtime.portsFor('auth').clock.now().getTime()
    await makeSchedules(stage, now)
    await makeCampaigns(stage.admin, now)
  }
  writeFileSync(markerPath(desk), JSON.stringify({ kind }))
  return true
}

async function setStage(desk: DemoDesk, kind: DemoKind, dueAt: Date | null): Promise<DemoStage> {
  const team = listPeople(kind)
  const company = await seedCompany(desk.runtime.portsFor('auth'), {
    name: COMPANY,
    plan: FIRST_PLAN,
    dueAt,
    isDemo: true,
    users: team.map(({ name, email, profile, super: isSuper, allTicket }) => ({
      name,
      email,
      profile,
      allTicket,
      super: isSuper,
      password: PASSWORD,
      queueIds: [],
    })),
  })
  const admin = await signIn(desk.url, 'admin@demo.local')
  const queues = await makeQueues(admin)
  await seedUserQueues(
    desk.runtime.portsFor('auth'),
    company.companyId,
    new Map(
      team.map(({ email, queues: names }) => [
        company.userIds[email] ?? 0,
        names.map((name) => queues[name]),
      ]),
    ),
  )
  const network = createDeskClient(desk.url)
  const connectionId = await makeConnection(admin, network)
  const [ana, bruno] = [await signIn(desk.url, 'ana@demo.local'), await signIn(desk.url, 'bruno@demo.local')]
  const tags = await makeTags(admin)
  return { network, admin, agents: { ana, bruno }, connectionId, queues, tags, company }
}

async function signIn(url: string, email: string): Promise<DeskClient & { userId: number }> {
  const client = createDeskClient(url, async () => {
    const login = { email, password: PASSWORD }
    return (await createDeskClient(url).post<LoginAnswer>('/auth/login', login)).token
  })
  const { id } = await client.get<{ id: number }>('/auth/me')
  return { ...client, userId: id }
}

async function makeQueues(admin: DeskClient): Promise<Record<DemoQueue, number>> {
  const known = await admin.get<QueueView[]>('/queue')
  const findOrCreateQueue = async (name: DemoQueue, orderQueue: number): Promise<number> => {
    const wanted = demoQueues.find((queue) => queue.name === name)
    return (
      known.find((queue) => queue.name === name) ??
      (await admin.post<QueueView>('/queue', { ...wanted, orderQueue }))
    ).id
  }
  return { Vendas: await findOrCreateQueue('Vendas', 1), Suporte: await findOrCreateQueue('Suporte', 2) }
}

async function makeTags(admin: DeskClient): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const tag of demoTags) ids[tag.name] = (await admin.post<TagView>('/tags', tag)).id
  return ids
}

async function makeConnection(admin: DeskClient, network: DeskClient): Promise<number> {
  const known = (await admin.get<ConnectionView[]>('/whatsapp')).find(({ isDefault }) => isDefault)
  const { id } =
    known ??
    (await admin.post<ConnectionView>('/whatsapp', {
      name: 'WhatsApp Loja',
      isDefault: true,
      provider: 'simulated',
    }))
  const readConnection = () => admin.get<ConnectionView>(`/whatsapp/${id}`)
  const first = await waitForAnswer(async () => {
    const connection = await readConnection()
    return connection.qrcode || connection.status === 'CONNECTED' ? connection : undefined
  }, 'the demo connection to show its QR code')
  if (first.qrcode) await network.post(`/simulator/connections/${id}/scan`, {})
  await waitForAnswer(
    async () => ((await readConnection()).status === 'CONNECTED' ? true : undefined),
    'the demo connection',
  )
  return id
}

/* Before the conversations of today. */
async function writeHistory(
  { runtime }: DemoDesk,
  { company, connectionId, queues, tags }: DemoStage,
  config: ServiceConfigs['tickets'],
): Promise<void> {
  const ids = (...emails: string[]) => emails.flatMap((email) => company.userIds[email] ?? [])
  const agents = {
    Vendas: ids('ana@demo.local', 'carla@demo.local'),
    Suporte: ids('bruno@demo.local', 'diego@demo.local'),
  }
  const ports = runtime.portsFor('tickets')
  const deps = wireTickets(config, ports)
  const history = buildHistory({ agents, queues, tags }, ports.clock.now())
  await seedHistory(deps, { companyId: companyId(company.companyId), connectionId }, history)
  await deps.close()
}

async function playAll(stage: ConversationContext, report: Report): Promise<void> {
  report.step('Playing a dozen conversations …')
  const known = new Set(
    (
      await Promise.all(
        ['open', 'pending', 'closed'].map((status) =>
          stage.admin.get<{ tickets: { contact: { number: string } }[] }>(
            `/tickets?showAll=true&status=${status}`,
          ),
        ),
      )
    ).flatMap(({ tickets }) => tickets.map(({ contact }) => contact.number)),
  )
  for (const conversation of demoConversations)
    if (!known.has(conversation.number)) await playConversation(stage, conversation)
}

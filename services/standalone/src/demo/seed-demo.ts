import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { ConnectionView, LoginAnswer, QueueView, TagView } from '@balcao/contracts'
import { query } from '@balcao/platform'

import { seedCompany, seedUserQueues } from '@balcao/auth/seed'

import type { Report } from '../terminal-report'
import type { Desk } from '../start-desk'
import { demoConversations, demoQueues, demoTags, type DemoQueue } from './demo-conversations'
import { createDeskClient, waitForAnswer, type DeskClient } from './desk-client'
import { playConversation, type ConversationContext } from './play-conversation'

const PASSWORD = 'balcao123'
const COMPANY = 'Loja Aurora'
const FIRST_PLAN = 1

const people = [
  { name: 'Marina', email: 'admin@demo.local', profile: 'admin', super: false, queues: [], allTicket: true },
  {
    name: 'Ana',
    email: 'ana@demo.local',
    profile: 'user',
    super: false,
    queues: ['Vendas'],
    allTicket: true,
  },
  {
    name: 'Bruno',
    email: 'bruno@demo.local',
    profile: 'user',
    super: false,
    queues: ['Suporte'],
    allTicket: true,
  },
  { name: 'Sofia', email: 'super@demo.local', profile: 'admin', super: true, queues: [], allTicket: true },
] as const satisfies readonly {
  name: string
  email: string
  profile: 'admin' | 'user'
  super: boolean
  queues: readonly DemoQueue[]
  allTicket: boolean
}[]

/** Printed when the demo company is ready. */
export const demoLogins: readonly string[] = [
  'admin@demo.local (admin) · ana@demo.local (Vendas) · bruno@demo.local (Suporte) · super@demo.local (super)',
  `password for all: ${PASSWORD}`,
]

type DemoKind = 'full' | 'minimal'

/** A desk's address, and a runtime that hosts auth or its database. */
export type DemoDesk = Pick<Desk, 'url' | 'dataDir'> & { runtime: Pick<Desk['runtime'], 'portsFor'> }

const markerPath = (desk: DemoDesk) => path.join(desk.dataDir, 'demo.json')

/** Whether there is a company other than the demo's: then no demo is created, because its passwords are published. */
async function hasOtherCompanies(desk: DemoDesk): Promise<boolean> {
  // Platform scope: asks for any company.
  const rows = await desk.runtime
    .portsFor('auth')
    .db.asPlatform((tx) => query<{ name: string }>(tx, 'SELECT name FROM companies LIMIT 2'))
  return rows.some(({ name }) => name !== COMPANY)
}

/* After `scripts/end-demo.mjs` the demo is not created again. */
async function hasLogins(desk: DemoDesk): Promise<boolean> {
  // Platform scope: asks for any company.
  const rows = await desk.runtime
    .portsFor('auth')
    .db.asPlatform((tx) => query(tx, 'SELECT FROM users WHERE demo AND active LIMIT 1'))
  return rows.length > 0
}

/**
 * Creates the demo company on an empty desk, through the public API. Continues where a killed start
 * stopped.
 * @returns whether this desk has the demo company.
 */
export async function seedDemo(desk: DemoDesk, kind: DemoKind, report: Report): Promise<boolean> {
  if (existsSync(markerPath(desk))) return hasLogins(desk)
  if (await hasOtherCompanies(desk)) return false
  report.step('Setting up the demo company …')
  const stage = await setStage(desk)
  if (kind === 'full') {
    await playAll(stage, report)
    await startBot(stage)
  }
  writeFileSync(markerPath(desk), JSON.stringify({ kind }))
  return true
}

async function setStage(desk: DemoDesk): Promise<ConversationContext> {
  const company = await seedCompany(desk.runtime.portsFor('auth'), {
    name: COMPANY,
    plan: FIRST_PLAN,
    dueAt: null,
    isDemo: true,
    users: people.map(({ name, email, profile, super: isSuper, allTicket }) => ({
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
      people.map(({ email, queues: names }) => [
        company.userIds[email] ?? 0,
        names.map((name) => queues[name]),
      ]),
    ),
  )
  const network = createDeskClient(desk.url)
  const connectionId = await makeConnection(admin, network)
  const [ana, bruno] = [await signIn(desk.url, 'ana@demo.local'), await signIn(desk.url, 'bruno@demo.local')]
  return { network, admin, agents: { ana, bruno }, connectionId, queues, tags: await makeTags(admin) }
}

async function signIn(url: string, email: string): Promise<DeskClient & { userId: number }> {
  const { token, user } = await createDeskClient(url).post<LoginAnswer>('/auth/login', {
    email,
    password: PASSWORD,
  })
  return { ...createDeskClient(url, token), userId: user.id }
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
  const [known] = await admin.get<ConnectionView[]>('/whatsapp')
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

/* After the conversations, whose customers talk to agents: from now on the number greets and shows its menu. */
const startBot = ({ admin, connectionId, queues }: ConversationContext) =>
  admin.put(`/whatsapp/${connectionId}`, {
    queueIds: Object.values(queues),
    greetingMessage: 'Olá, {{firstName}}! Como podemos ajudar?',
    complationMessage: 'Obrigado pelo contato!',
  })

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

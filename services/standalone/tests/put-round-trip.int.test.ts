import * as contracts from '@balcao/contracts'
import type { ContactView, MessageView, ScheduleView, TicketView } from '@balcao/contracts'
import { waitFor, type Call, type TestDesk } from '@balcao/testkit'

import { must } from './support/must'
import { plainResources, type PlainResource } from './support/plain-resources'
import { startDesk } from './support/start-desk'

/*
 * A PUT changes only the fields it names: the answer of a GET, sent back, changes nothing, and neither does an empty body.
 * The rows are compared with the contracts: a PUT without a row fails.
 */

type Resource = Record<string, unknown>

interface Row {
  put: () => string
  /** An administrator unless given. */
  by?: () => Call
  /** Fields that show what another field says, too. */
  repeats?: string[]
  read: (call: Call) => Promise<Resource>
}

let desk: TestDesk
let admin: Call
let superUser: Call
const made = {
  user: 0,
  queue: 0,
  option: 0,
  company: 0,
  chat: 0,
  fileList: 0,
  connection: 0,
  contact: 0,
  schedule: 0,
  campaign: 0,
  contactList: 0,
  listItem: 0,
  open: 0,
  pending: 0,
  closed: 0,
  message: '',
  integration: 0,
  prompt: 0,
  apiKey: 0,
  webhook: 0,
}

const get = async (call: Call, path: string): Promise<Resource> => {
  const { status, body } = await call<Resource>('GET', path)
  expect(status).toBe(200)
  return body
}
const findFirst = (list: unknown): Resource => (list as Resource[])[0] ?? {}
const resource = (path: () => string): Row => ({ put: path, read: (call) => get(call, path()) })

const namedRows: Record<string, Row> = {
  '/queue/:queueId': resource(() => `/queue/${made.queue}`),
  '/queue-options/:queueOptionId': {
    put: () => `/queue-options/${made.option}`,
    read: async (call) => {
      const { body } = await call<Resource[]>('GET', `/queue-options?queueId=${made.queue}`)
      return { ...body.find(({ id }) => id === made.option) }
    },
  },
  '/companies/:companyId/schedules': resource(() => `/companies/${made.company}/schedules`),
  '/companies/:companyId': {
    ...resource(() => `/companies/${made.company}`),
    by: () => superUser,
    repeats: ['settings'],
  },
  '/files/:fileListId': resource(() => `/files/${made.fileList}`),
  '/chats/:chatId': resource(() => `/chats/${made.chat}`),
  '/whatsapp/:whatsappId': resource(() => `/whatsapp/${made.connection}`),
  '/whatsapp/:whatsappId/lanes': resource(() => `/whatsapp/${made.connection}/lanes`),
  '/message-prices': resource(() => '/message-prices'),
  '/retention': resource(() => '/retention'),
  '/queueIntegration/:integrationId': resource(() => `/queueIntegration/${made.integration}`),
  '/prompt/:promptId': resource(() => `/prompt/${made.prompt}`),
  '/users/:userId': resource(() => `/users/${made.user}`),
  '/contacts/:contactId': resource(() => `/contacts/${made.contact}`),
  '/campaigns/:campaignId': resource(() => `/campaigns/${made.campaign}`),
  '/contact-lists/:contactListId': resource(() => `/contact-lists/${made.contactList}`),
  '/contact-list-items/:itemId': resource(() => `/contact-list-items/${made.listItem}`),
  '/schedules/:scheduleId': resource(() => `/schedules/${made.schedule}`),
  '/tickets/:ticketId (open)': resource(() => `/tickets/${made.open}`),
  '/tickets/:ticketId (pending)': resource(() => `/tickets/${made.pending}`),
  '/tickets/:ticketId (closed)': resource(() => `/tickets/${made.closed}`),
  '/api-keys/:apiKeyId': {
    put: () => `/api-keys/${made.apiKey}`,
    read: async (call) => findFirst((await get(call, '/api-keys'))['apiKeys']),
  },
  '/webhooks/:webhookId': {
    put: () => `/webhooks/${made.webhook}`,
    read: async (call) => findFirst((await get(call, '/webhooks'))['webhooks']),
  },
  '/simulator/behaviour': resource(() => '/simulator/behaviour'),
  '/messages/:messageId': {
    put: () => `/messages/${made.message}`,
    read: async (call) => {
      const { messages } = await get(call, `/messages/${made.open}`)
      const found = (messages as MessageView[]).find(({ id }) => id === made.message)
      return { ...found }
    },
  },
  '/settings/:key': {
    put: () => '/settings/call',
    read: async (call) => {
      const { body } = await call<{ key: string; value: string }[]>('GET', '/settings')
      return { ...body.find(({ key }) => key === 'call') }
    },
  },
}

/* Their ids, by path. */
const plain = plainResources.filter(({ byId }) => !namedRows[byId])
const plainIds = new Map<string, number>()
const callOf = ({ access }: PlainResource) => (access === 'super' ? superUser : admin)

const rows: Record<string, Row> = {
  ...namedRows,
  ...Object.fromEntries(
    plain.map((one) => [
      one.byId,
      { ...resource(() => `${one.path}/${plainIds.get(one.path)}`), by: () => callOf(one) },
    ]),
  ),
}

/** Actions, without a corresponding GET. */
/*
 * Credentials and templates are Meta's, which no desk of a test reaches: `cloud.int.test.ts`, `message-templates.int.test.ts` and
 * `fallbacks.int.test.ts` of the gateway put them, with empty secrets, without the category, and as they were read.
 */
const commands = [
  '/whatsappsession/:whatsappId',
  '/ticket-tags/:ticketId/:tagId',
  '/whatsapp/:whatsappId/cloud-account',
  '/whatsapp/:whatsappId/templates/:templateId',
  '/whatsapp/:whatsappId/fallbacks/:text',
]

const withoutRemark = (name: string): string => name.replace(/ \(.*$/, '')

async function waiting(contactName: string): Promise<TicketView> {
  const find = async () =>
    (await must<{ tickets: TicketView[] }>(admin, 'GET', '/tickets?showAll=true')).tickets.find(
      ({ contact }) => contact.name === contactName,
    )
  await waitFor(async () => (await find()) !== undefined)
  const found = await find()
  if (!found) throw new Error(`no ticket of ${contactName}`)
  return found
}

beforeAll(async () => {
  desk = await startDesk({
    staff: { ana: { queues: ['Vendas'] }, sofia: { profile: 'admin', super: true } },
  })
  const ana = await desk.agent('ana')
  admin = (await desk.agent('admin')).call
  superUser = (await desk.agent('sofia')).call
  made.queue = desk.demo.queues['Vendas'] ?? 0
  made.user = ana.userId
  const option = await must<{ id: number }>(admin, 'POST', '/queue-options', {
    queueId: made.queue,
    title: 'Preços',
  })
  made.option = option.id
  const integration = await must<{ id: number }>(admin, 'POST', '/queueIntegration', {
    type: 'webhook',
    name: 'Gancho',
    urlN8N: 'https://hooks.example.test/in',
  })
  const prompt = await must<{ id: number }>(admin, 'POST', '/prompt', {
    name: 'Atendente',
    prompt: 'Atenda.',
    apiKey: 'sk-1',
    queueId: made.queue,
  })
  Object.assign(made, { integration: integration.id, prompt: prompt.id })
  made.company = (await get(admin, `/users/${made.user}`))['companyId'] as number
  for (const [number, name] of [
    ['5511955550101', 'Aberta'],
    ['5511955550102', 'Pendente'],
    ['5511955550103', 'Fechada'],
  ] as const)
    await (await desk.phone(number, name)).says('oi')
  const [open, pending, closed] = [
    await waiting('Aberta'),
    await waiting('Pendente'),
    await waiting('Fechada'),
  ]
  await must(admin, 'PUT', `/tickets/${open.id}`, { queueId: made.queue, userId: ana.userId })
  await must(admin, 'PUT', `/tickets/${closed.id}`, { status: 'open' })
  await must(admin, 'PUT', `/tickets/${closed.id}`, { status: 'closed' })
  Object.assign(made, { open: open.id, pending: pending.id, closed: closed.id })
  const sent = await must<{ messages: MessageView[] }>(ana.call, 'POST', `/messages/${open.id}`, {
    body: 'já vai',
  })
  made.message = sent.messages[0]?.id ?? ''
  const connections = await must<{ id: number }[]>(admin, 'GET', '/whatsapp')
  made.connection = connections[0]?.id ?? 0
  const contact = await must<ContactView>(admin, 'POST', '/contacts', {
    name: 'Helena',
    number: '5511955550109',
    email: 'helena@example.test',
    extraInfo: [
      { name: 'CPF', value: '1' },
      { name: 'Cidade', value: '' },
    ],
  })
  made.contact = contact.id
  const apiKey = { name: 'ERP', scopes: ['tickets:read'], networks: ['203.0.113.0/24'] }
  made.apiKey = (await must<{ id: number }>(admin, 'POST', '/api-keys', apiKey)).id
  const webhook = { url: 'https://erp.example.test/', events: ['contact.deleted'], queueIds: [made.queue] }
  made.webhook = (await must<{ id: number }>(admin, 'POST', '/webhooks', webhook)).id
  for (const one of plain)
    plainIds.set(one.path, (await must<{ id: number }>(callOf(one), 'POST', one.path, one.example)).id)
  const chat = { title: 'Turno', users: [{ id: made.user }] }
  made.chat = (await must<{ id: number }>(admin, 'POST', '/chats', chat)).id
  const fileList = { name: 'Tabelas', message: 'Segue', options: [{ name: 'Preços' }, { name: 'Prazos' }] }
  made.fileList = (await must<{ id: number }>(admin, 'POST', '/files', fileList)).id
  const schedule = await must<ScheduleView>(admin, 'POST', '/schedules', {
    body: 'lembrete {{firstName}}',
    sendAt: '2999-01-01T12:00:00.000Z',
    contactId: contact.id,
  })
  made.schedule = schedule.id
  const list = await must<{ id: number }>(admin, 'POST', '/contact-lists', { name: 'Clientes' })
  made.contactList = list.id
  const campaign = { name: 'Natal', message1: 'Oi', message5: 'Olá', contactListId: list.id }
  made.campaign = (await must<{ id: number }>(admin, 'POST', '/campaigns', campaign)).id
  const item = { name: 'Ana', number: '5511955550110', contactListId: list.id }
  made.listItem = (await must<{ id: number }>(admin, 'POST', '/contact-list-items', item)).id
  // The number is checked in the background.
  await waitFor(
    async () => (await rows['/contact-list-items/:itemId']?.read(admin))?.['isWhatsappValid'] !== null,
  )
  await desk.settle()
  // The phone has read it: nothing more is said of it.
  await waitFor(async () => (await rows['/messages/:messageId']?.read(admin))?.['ack'] === 3)
  await desk.settle()
})

it('has a row for every PUT of the contracts', () => {
  const puts = contracts
    .listEndpoints(contracts)
    .filter(({ method }) => method === 'put')
    .map(({ path }) => path)
  expect([...new Set([...Object.keys(rows).map(withoutRemark), ...commands])].sort()).toEqual(
    [...new Set(puts)].sort(),
  )
})

describe('PUT', () => {
  it.each(Object.entries(rows))('%s: takes what GET answered, and changes nothing', async (_name, row) => {
    const call = row.by?.() ?? admin
    const before = await row.read(call)
    const answer = await call<Resource>('PUT', row.put(), before)
    expect(answer.body).not.toHaveProperty('error')
    expect(answer.status).toBeLessThan(300)
    expect(await row.read(call)).toEqual(before)
  })

  it.each(Object.entries(rows))('%s: keeps what an empty body does not name', async (_name, row) => {
    const call = row.by?.() ?? admin
    const before = await row.read(call)
    const answer = await call<Resource>('PUT', row.put(), {})
    expect(answer.body).not.toHaveProperty('error')
    expect(await row.read(call)).toEqual(before)
  })

  it.each(Object.entries(rows))('%s: refuses an unknown field', async (_name, row) => {
    const call = row.by?.() ?? admin
    const answer = await call<Resource>('PUT', row.put(), { ...(await row.read(call)), owner: 1 })
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  it.each([
    ['/queue/:queueId', { greetingMessage: 'Olá!' }],
    ['/queue/:queueId', { promptId: 1, integrationId: 1 }],
    [
      '/queue/:queueId',
      { schedules: [{ weekday: 'Seg', weekdayEn: 'monday', startTime: '09:00', endTime: '' }] },
    ],
    ['/tags/:tagId', { kanban: 1 }],
    ['/companies/:companyId', { phone: '1133334444' }],
    ['/companies/:companyId', { recurrence: 'ANUAL' }],
    ['/helps/:helpId', { description: 'Como começar' }],
    ['/plans/:planId', { value: 19.9 }],
    ['/plans/:planId', { useKanban: false }],
    ['/queue/:queueId', { timeZone: 'America/Manaus' }],
    ['/queue-options/:queueOptionId', { message: 'Escolha' }],
    ['/companies/:companyId/schedules', { timeZone: 'America/Manaus' }],
    ['/quick-messages/:quickMessageId', { geral: false }],
    ['/quick-messages/:quickMessageId', { status: false }],
    ['/announcements/:announcementId', { priority: 2 }],
    ['/api-keys/:apiKeyId', { name: 'Loja' }],
    ['/webhooks/:webhookId', { events: [] }],
    ['/files/:fileListId', { message: 'Seguem' }],
    ['/files/:fileListId', { options: [{ id: 2, name: 'Prazos novos' }] }],
    ['/chats/:chatId', { title: 'Turno da noite' }],
    ['/whatsapp/:whatsappId', { greetingMessage: 'Oi' }],
    ['/whatsapp/:whatsappId', { timeToTransfer: 5 }],
    ['/whatsapp/:whatsappId/lanes', { perMinute: 7 }],
    ['/users/:userId', { name: 'Ana Clara' }],
    ['/users/:userId', { allTicket: 'enabled' }],
    ['/contacts/:contactId', { email: 'h@example.test' }],
    ['/contacts/:contactId', { extraInfo: [] }],
    ['/schedules/:scheduleId', { body: 'outro lembrete' }],
    ['/campaigns/:campaignId', { message2: 'Bom dia' }],
    ['/campaigns/:campaignId', { confirmation: true }],
    ['/contact-lists/:contactListId', { name: 'Compradores' }],
    ['/contact-list-items/:itemId', { email: 'ana@example.test' }],
    ['/tickets/:ticketId (open)', { promptId: 1 }],
    ['/settings/:key', { value: 'enabled' }],
    // Last: without campaigns their routes are refused.
    ['/companies/:companyId', { campaignsEnabled: false }],
  ])('%s: changes %j and nothing else', async (name, patch) => {
    const row = rows[name]
    if (!row) throw new Error(`no row ${name}`)
    const call = row.by?.() ?? admin
    const { updatedAt, version, ...before } = await row.read(call)
    await must(call, 'PUT', row.put(), patch)
    const { updatedAt: later, version: next, ...after } = await row.read(call)
    const whole = JSON.stringify(after)
    expect(after).toMatchObject(patch)
    const changed = [...Object.keys(patch), ...(row.repeats ?? [])]
    expect({ ...after, ...pick(before, changed) }).toEqual(before)
    expect(whole).not.toBe(JSON.stringify(before))
    expect([typeof later, typeof next]).toEqual([typeof updatedAt, typeof version])
  })
})

const pick = (from: Resource, keys: string[]): Resource =>
  Object.fromEntries(keys.map((key) => [key, from[key]]))

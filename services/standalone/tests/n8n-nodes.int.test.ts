import type { Scope, TicketView } from '@balcao/contracts'
import {
  startWebhookReceiver,
  waitFor,
  type TestAgent,
  type TestDesk,
  type WebhookReceiver,
} from '@balcao/testkit'

import type {
  CallContext,
  FullResponse,
  HookContext,
  HttpRequestOptions,
  Json,
  NodeItem,
} from '../../../integrations/n8n-nodes-balcao/src/n8n'
import { Balcao } from '../../../integrations/n8n-nodes-balcao/src/nodes/Balcao.node'
import { BalcaoTrigger } from '../../../integrations/n8n-nodes-balcao/src/nodes/BalcaoTrigger.node'
import { startDesk } from './support/start-desk'

/* The nodes of n8n on a real desk, with the part of n8n that they use played by the test. The real n8n: npm run try:n8n. */

const SCOPES: Scope[] = [
  'events:read',
  'events:write',
  'tickets:read',
  'tickets:write',
  'messages:read',
  'messages:write',
  'tags:read',
  'tags:write',
  'contacts:read',
  'queues:read',
  'users:read',
]

interface Company {
  admin: TestAgent
  context: CallContext
  ticket: TicketView
}

let receiver: WebhookReceiver
let desk: TestDesk
let own: Company
let foreign: Company
/* What started the workflow, and the state of its trigger. */
const started: NodeItem[] = []
const data: Json = {}
let answers: number[] = []

/** As n8n sends a request with a credential. */
const contextOf = (apiKey: string): CallContext => ({
  getCredentials: () => Promise.resolve({ url: desk.url, apiKey }),
  helpers: {
    httpRequestWithAuthentication: async (_type, request: HttpRequestOptions): Promise<FullResponse> => {
      const url = new URL(request.url)
      for (const [name, value] of Object.entries(request.qs ?? {}))
        for (const one of [value].flat()) url.searchParams.append(name, String(one))
      const response = await fetch(url, {
        method: request.method,
        headers: {
          ...request.headers,
          authorization: `Bearer ${apiKey}`,
          ...(request.body && { 'content-type': 'application/json' }),
        },
        ...(request.body && { body: JSON.stringify(request.body) }),
      })
      const text = await response.text()
      const body: unknown = text === '' ? '' : JSON.parse(text)
      return { statusCode: response.status, headers: Object.fromEntries(response.headers), body }
    },
  },
})

async function open(admin: TestAgent, says: () => Promise<unknown>): Promise<Company> {
  await says()
  const ticket = await waitFor(async () => {
    const { body } = await admin.call<{ tickets: TicketView[] }>('GET', '/tickets?showAll=true')
    return body.tickets[0]
  })
  await admin.call('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  const { body } = await admin.call<{ key: string }>('POST', '/api-keys', { name: 'n8n', scopes: SCOPES })
  return { admin, ticket, context: contextOf(body.key) }
}

const hooks = ({ context }: Company): HookContext => ({
  ...context,
  getNodeParameter: () => ['message.received'],
  getNodeWebhookUrl: () => `${receiver.origin}/webhook/1`,
  getWorkflowStaticData: () => data,
})

const use = async (
  { context }: Company,
  resource: string,
  operation: string,
  parameters: Json,
  item: NodeItem = { json: {} },
): Promise<Json[]> => {
  const all: Json = { ...parameters, resource, operation }
  const [items = []] = await new Balcao().execute.call({
    ...context,
    getInputData: () => [item],
    getNodeParameter: (name, _index, fallback) => all[name] ?? fallback,
    getNode: () => ({ id: 'a-node', name: 'Balcão' }),
    continueOnFail: () => false,
  })
  return items.map(({ json }) => json)
}

const notes = async ({ admin, ticket }: Company) => {
  const query = `ticketId=${ticket.id}&contactId=${ticket.contactId}`
  const { body } = await admin.call<{ note: string }[]>('GET', `/ticket-notes/list?${query}`)
  return body.map(({ note }) => note)
}

beforeAll(async () => {
  receiver = await startWebhookReceiver(({ headers, text }, response) =>
    new BalcaoTrigger().webhook
      .call({
        getRequestObject: () => ({ headers, rawBody: Buffer.from(text) }),
        getResponseObject: () => response,
        getWorkflowStaticData: () => data,
      })
      .then(({ workflowData = [], noWebhookResponse }) => {
        started.push(...workflowData.flat())
        if (!noWebhookResponse) response.writeHead(200).end()
        answers.push(response.statusCode)
      }),
  )
  desk = await startDesk({
    staff: { ana: { queues: ['Vendas'] } },
    env: { INTEGRATION_ORIGINS: receiver.origin },
  })
  const other = await desk.company('Outra', { bia: { queues: ['Cobrança'] } })
  const [lia, rui] = [await desk.phone('5511911110001', 'Lia'), await other.phone('5511922220002', 'Rui')]
  own = await open(await desk.agent('admin'), () => lia.says('Bom dia'))
  foreign = await open(await other.agent('admin'), () => rui.says('segredo da Outra'))
})
afterAll(() => receiver.close())

it('the trigger registers its webhook, hears its company alone, and takes it away', async () => {
  const { checkExists, create, delete: remove } = new BalcaoTrigger().webhookMethods.default
  expect(await checkExists.call(hooks(own))).toBe(false)
  expect(await create.call(hooks(own))).toBe(true)
  expect(await checkExists.call(hooks(own))).toBe(true)
  await (await desk.phone('5511911110003', 'Ada')).says('Quanto custa?')
  await desk.settle()
  await desk.runJobs()
  await waitFor(() => started.length > 0)
  expect(started.map(({ json }) => json)).toEqual([
    expect.objectContaining({ event: 'message.received', companyId: own.ticket.companyId }),
  ])
  answers = []
  const trial = await own.admin.call<{ status: number }>('POST', `/webhooks/${String(data.webhookId)}/test`)
  expect([trial.body.status, answers, started.length]).toEqual([200, [200], 1])
  const kept = { ...data }
  data.secret = 'another'
  const refused = await own.admin.call<{ status: number }>('POST', `/webhooks/${String(data.webhookId)}/test`)
  expect(refused.body.status).toBe(401)
  Object.assign(data, kept)
  expect(await remove.call(hooks(own))).toBe(true)
  const { body } = await own.admin.call<{ webhooks: unknown[] }>('GET', '/webhooks')
  expect(body.webhooks).toEqual([])
})

it('a note for an event is added once, however often the event comes', async () => {
  const item = { json: { id: '0199-e', sequence: 1, event: 'message.received', ticketId: own.ticket.id } }
  for (const _time of [1, 2])
    await use(own, 'ticket', 'addNote', { ticketId: own.ticket.id, text: 'Visto' }, item)
  expect(await notes(own)).toEqual(['Visto'])
})

it('messages are sent and read', async () => {
  const [sent] = await use(own, 'message', 'send', { ticketId: own.ticket.id, text: 'Já respondo' })
  expect(sent).toMatchObject({ body: 'Já respondo', fromMe: true })
  const read = await use(own, 'message', 'getMany', { ticketId: own.ticket.id })
  expect(read.map(({ body }) => body)).toEqual(expect.arrayContaining(['Bom dia', 'Já respondo']))
})

it('tickets and contacts are found, tagged, assigned and closed', async () => {
  const { body: tag } = await own.admin.call<{ id: number }>('POST', '/tags', {
    name: 'VIP',
    color: '#8a5cf5',
  })
  const [queue] = await new Balcao().methods.loadOptions.listQueues.call(own.context)
  const [tagged] = await use(own, 'ticket', 'tag', { ticketId: own.ticket.id, addTagIds: [tag.id] })
  expect(tagged?.tags).toEqual([expect.objectContaining({ name: 'VIP' })])
  const found = await use(own, 'ticket', 'getMany', { tagIds: [tag.id], search: 'Lia' })
  expect(found.map(({ id }) => id)).toEqual([own.ticket.id])
  const [contact] = await use(own, 'contact', 'getMany', { search: 'Lia' })
  expect(await use(own, 'contact', 'get', { contactId: contact?.id })).toEqual([
    expect.objectContaining({ name: 'Lia' }),
  ])
  const [assigned] = await use(own, 'ticket', 'assign', { ticketId: own.ticket.id, queueId: queue?.value })
  expect(assigned).toMatchObject({ queueId: queue?.value, status: 'pending' })
  const [closed] = await use(own, 'ticket', 'close', {
    ticketId: own.ticket.id,
    sendsCompletionMessage: false,
  })
  expect(closed).toMatchObject({ id: own.ticket.id, status: 'closed' })
  expect(await use(own, 'ticket', 'get', { ticketId: own.ticket.id })).toEqual([
    expect.objectContaining({ status: 'closed' }),
  ])
})

it('the tickets of another company are not found', async () => {
  const ticketId = foreign.ticket.id
  for (const [resource, operation] of [
    ['ticket', 'get'],
    ['ticket', 'close'],
    ['ticket', 'addNote'],
    ['ticket', 'tag'],
    ['message', 'send'],
    ['message', 'getMany'],
  ] as const)
    await expect(use(own, resource, operation, { ticketId, text: 'oi' })).rejects.toThrow(
      'ERR_NO_TICKET_FOUND',
    )
  expect(await use(own, 'contact', 'getMany', { search: 'Rui' })).toEqual([])
  expect((await use(foreign, 'ticket', 'get', { ticketId }))[0]).toMatchObject({ status: 'open' })
})

import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { BalcaoApi } from '../credentials/BalcaoApi.credentials'
import events from '../gen/events.json'
import operations from '../gen/operations.json'
import type { ExecuteContext, FullResponse, HookContext, HttpRequestOptions, Json, NodeItem } from '../n8n'
import { actions, choices } from './actions'
import { Balcao } from './Balcao.node'
import { BalcaoTrigger } from './BalcaoTrigger.node'

const ORIGIN = 'https://desk.example.com'
const SECRET = 'whsec'

type Answer = (request: HttpRequestOptions) => Partial<FullResponse>

/* What every list and object of the desk has that the nodes read. */
const whole = {
  id: 5,
  contactId: 17,
  tags: [{ id: 1 }, { id: 2 }],
  tickets: [],
  contacts: [],
  messages: [],
  webhooks: [],
}

class FakeDesk {
  readonly requests: HttpRequestOptions[] = []
  answer: Answer = () => ({ body: whole })

  readonly context = {
    getCredentials: () => Promise.resolve({ url: `${ORIGIN}/`, apiKey: 'balcao_1_k' }),
    helpers: {
      httpRequestWithAuthentication: (type: string, request: HttpRequestOptions) => {
        expect(type).toBe('balcaoApi')
        this.requests.push(request)
        return Promise.resolve({ statusCode: 200, headers: {}, body: {}, ...this.answer(request) })
      },
    },
  }

  /** `POST /messages/{id}`, as the API's document names it. */
  get called(): string[] {
    return this.requests.map(({ method, url }) => `${method} ${url.slice(ORIGIN.length)}`)
  }
}

let desk: FakeDesk
beforeEach(() => (desk = new FakeDesk()))

const event = { id: '0199-a', sequence: 7, event: 'message.received', companyId: 1, ticketId: 42, data: {} }

const execute = (parameters: Json, items: NodeItem[] = [{ json: event }], continues = false) =>
  new Balcao().execute.call({
    ...desk.context,
    getInputData: () => items,
    getNodeParameter: (name, _item, fallback) => parameters[name] ?? fallback,
    getNode: () => ({ id: 'node-1', name: 'Balcão' }),
    continueOnFail: () => continues,
  } satisfies ExecuteContext as ExecuteContext)

describe('what n8n reads of the package', () => {
  const read = require('../../package.json') as { n8n: { nodes: string[]; credentials: string[] } }

  it('names files that are there, each with the class of its name', () => {
    const classes: Record<string, unknown> = { Balcao, BalcaoTrigger, BalcaoApi }
    for (const file of [...read.n8n.nodes, ...read.n8n.credentials]) {
      const source = path.join(__dirname, '../..', file.replace('dist/', 'src/').replace(/\.js$/, '.ts'))
      expect([file, existsSync(source)]).toEqual([file, true])
      expect(classes[path.basename(file).split('.')[0]!]).toBeInstanceOf(Function)
    }
  })

  it('has icons beside the files that name them', () => {
    for (const [folder, icon] of [
      ['.', new Balcao().description.icon],
      ['.', new BalcaoTrigger().description.icon],
      ['../credentials', new BalcaoApi().icon],
    ] as const)
      expect(existsSync(path.join(__dirname, folder, icon.replace('file:', '')))).toBe(true)
  })

  it('tries the credentials with a route of the API that needs no scope', () => {
    expect(new BalcaoApi().test.request.url).toBe('/api-keys/current')
    expect(new BalcaoApi().authenticate.properties.headers.authorization).toBe(
      '=Bearer {{$credentials.apiKey}}',
    )
  })

  it('shows each field with one operation, and loads choices that there are', () => {
    const { properties } = new Balcao().description
    const shown = properties.flatMap(({ name, displayOptions }) =>
      displayOptions ? [`${name} ${JSON.stringify(displayOptions.show)}`] : [],
    )
    expect(new Set(shown).size).toBe(shown.length)
    const loaded = properties.flatMap(({ typeOptions }) => typeOptions?.loadOptionsMethod ?? [])
    expect(loaded.length).toBeGreaterThan(4)
    expect(loaded.filter((name) => !(name in choices))).toEqual([])
  })

  it('offers the kinds of events of the contract', () => {
    const [property] = new BalcaoTrigger().description.properties
    expect(property?.options?.map((option) => 'value' in option && option.value)).toEqual(
      events.map(({ kind }) => kind),
    )
    expect(events.length).toBeGreaterThan(10)
  })
})

describe('the operations', () => {
  const parameters = {
    ticketId: 42,
    contactId: 17,
    text: 'oi',
    userId: 3,
    queueId: 4,
    queueIds: [4],
    addTagIds: [2, 9],
    removeTagIds: [1],
    before: 0,
    page: 2,
    search: 'lia',
    status: 'open',
    sendsCompletionMessage: true,
  }
  /* By request: routes are in the document once. */
  const findOperation = ({ method, url }: HttpRequestOptions) =>
    Object.values<{ method: string; path: string; scope?: string }>(operations).find(
      (one) =>
        one.method === method &&
        new RegExp(`^${one.path.replace(/\{\w+\}/g, '\\d+')}$`).test(url.slice(ORIGIN.length)),
    )

  it.each(actions.map((action) => [`${action.resource} ${action.operation}`, action] as const))(
    '%s asks for the scopes of the routes that it calls',
    async (_name, { resource, operation, scopes }) => {
      await execute({ ...parameters, resource, operation })
      const needed = desk.requests.map((request) => findOperation(request)?.scope)
      expect([...new Set(needed)].sort()).toEqual([...scopes].sort())
    },
  )

  const call = async (resource: string, operation: string, more: Json = {}) => {
    await execute({ ...parameters, resource, operation, ...more })
    return desk.requests.at(-1)
  }

  it('send a text once for an event, however often it comes', async () => {
    const sent = await call('message', 'send')
    expect(sent).toMatchObject({
      method: 'POST',
      url: `${ORIGIN}/messages/42`,
      headers: { prefer: 'handling=strict', 'idempotency-key': '0199-a/node-1' },
      body: { body: 'oi' },
    })
    const keyed = await call('message', 'send', { options: { idempotencyKey: 'mine' } })
    expect(keyed?.headers['idempotency-key']).toBe('mine')
    await execute({ ...parameters, resource: 'message', operation: 'send' }, [
      { json: { id: 42, tickets: [] } },
    ])
    expect(desk.requests.at(-1)?.headers).not.toHaveProperty('idempotency-key')
  })

  it('keep the tags that they are not told of', async () => {
    expect((await call('ticket', 'tag'))?.body).toEqual({ ticketId: 42, tags: [{ id: 2 }, { id: 9 }] })
  })

  it('leave out what is empty', async () => {
    const found = await call('ticket', 'getMany', { queueIds: [], status: '', page: 0 })
    expect(found?.qs).toEqual({ searchParam: 'lia', showAll: true })
    expect(found?.arrayFormat).toBe('repeat')
    expect((await call('ticket', 'assign', { userId: '' }))?.body).toEqual({ queueId: 4 })
  })

  it('close with a completion message or without', async () => {
    expect((await call('ticket', 'close'))?.body).toEqual({ status: 'closed', justClose: false })
    expect((await call('ticket', 'close', { sendsCompletionMessage: false }))?.body).toEqual({
      status: 'closed',
      justClose: true,
    })
  })

  it('refuse what is no id, and an assignment to nobody, before they ask the desk', async () => {
    for (const ticketId of [-1, 1.5, 'x/../users', null])
      await expect(call('ticket', 'get', { ticketId: ticketId ?? 'null' })).rejects.toThrow('no number')
    await expect(call('ticket', 'assign', { userId: '', queueId: '' })).rejects.toThrow('Name an agent')
    expect(desk.requests).toEqual([])
  })

  it('say what the desk refused, and go on where the workflow wants it', async () => {
    desk.answer = () => ({ statusCode: 403, body: { error: 'ERR_NO_PERMISSION', scope: 'messages:write' } })
    await expect(call('message', 'send')).rejects.toThrow('ERR_NO_PERMISSION')
    const items = [{ json: event }, { json: event }]
    const [results] = await execute({ ...parameters, resource: 'message', operation: 'send' }, items, true)
    expect(results).toEqual([
      {
        json: { error: expect.stringContaining('lacks the scope messages:write') as string },
        pairedItem: { item: 0 },
      },
      { json: { error: expect.any(String) as string }, pairedItem: { item: 1 } },
    ])
    desk.answer = () => ({ statusCode: 502, body: '<html>' })
    await expect(call('ticket', 'get')).rejects.toThrow('The desk answered 502.')
  })

  it('load choices by name', async () => {
    desk.answer = () => ({ body: [{ id: 4, name: 'Vendas' }] })
    expect(await choices.listQueues.call(desk.context)).toEqual([{ name: 'Vendas', value: 4 }])
    expect(desk.called).toEqual(['GET /queue'])
  })
})

describe('the trigger', () => {
  const url = 'https://n8n.example.com/webhook/1'
  let data: Json
  let kinds: string[]
  const { checkExists, create, delete: remove } = new BalcaoTrigger().webhookMethods.default
  const context = (): HookContext => ({
    ...desk.context,
    getNodeParameter: () => kinds,
    getNodeWebhookUrl: () => url,
    getWorkflowStaticData: () => data,
  })

  beforeEach(() => {
    data = {}
    kinds = ['ticket.closed', 'message.received']
  })

  it('registers a webhook with the chosen kinds, and deletes it', async () => {
    expect(await checkExists.call(context())).toBe(false)
    desk.answer = () => ({ body: { id: 8, signingSecret: SECRET } })
    expect(await create.call(context())).toBe(true)
    expect(desk.requests.at(-1)?.body).toEqual({ url, events: ['message.received', 'ticket.closed'] })
    expect(data).toEqual({ webhookId: 8, secret: SECRET })
    expect(await remove.call(context())).toBe(true)
    expect(desk.called).toEqual(['POST /webhooks', 'DELETE /webhooks/8'])
    expect(data).toEqual({})
  })

  it('knows its webhook again, and replaces one that is for other kinds or whose secret is lost', async () => {
    const registered = { id: 8, url, events: ['message.received', 'ticket.closed'] }
    desk.answer = ({ method }) => ({ body: method === 'GET' ? { webhooks: [registered] } : {} })
    data = { webhookId: 8, secret: SECRET }
    expect(await checkExists.call(context())).toBe(true)
    kinds = ['message.received']
    expect(await checkExists.call(context())).toBe(false)
    expect(desk.called.at(-1)).toBe('DELETE /webhooks/8')
    data = { webhookId: 8 }
    kinds = [...registered.events]
    expect(await checkExists.call(context())).toBe(false)
    data = { webhookId: 9, secret: SECRET }
    expect(await checkExists.call(context())).toBe(false)
    expect(desk.called.filter((one) => one.startsWith('DELETE'))).toHaveLength(2)
  })

  it('is deactivated when its webhook is gone already, and not while the desk refuses', async () => {
    data = { webhookId: 8, secret: SECRET }
    desk.answer = () => ({ statusCode: 403, body: { error: 'ERR_NO_PERMISSION' } })
    await expect(remove.call(context())).rejects.toThrow('ERR_NO_PERMISSION')
    expect(data).toEqual({ webhookId: 8, secret: SECRET })
    desk.answer = () => ({ statusCode: 404, body: { error: 'ERR_NO_WEBHOOK_FOUND' } })
    expect(await remove.call(context())).toBe(true)
  })

  const post = async (body: object, secret = SECRET, seconds = Math.floor(Date.now() / 1000)) => {
    const rawBody = Buffer.from(JSON.stringify(body))
    const digest = createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest('hex')
    let answered: number | undefined
    const request: { headers: Record<string, string>; rawBody?: Buffer; readRawBody(): Promise<void> } = {
      headers: { 'balcao-signature': `t=${seconds},v1=${digest}` },
      readRawBody: () => Promise.resolve(void (request.rawBody = rawBody)),
    }
    const result = await new BalcaoTrigger().webhook.call({
      getRequestObject: () => request,
      getResponseObject: () => ({ writeHead: (status) => ({ end: () => void (answered = status) }) }),
      getWorkflowStaticData: () => data,
    })
    return { result, answered }
  }

  it('starts the workflow with an event that its webhook signed, and with no other', async () => {
    data = { webhookId: 8, secret: SECRET }
    expect(await post(event)).toEqual({ result: { workflowData: [[{ json: event }]] }, answered: undefined })
    const refused = { result: { noWebhookResponse: true }, answered: 401 }
    expect(await post(event, 'another secret')).toEqual(refused)
    expect(await post(event, SECRET, Math.floor(Date.now() / 1000) - 600)).toEqual(refused)
    data = {}
    expect(await post(event)).toEqual(refused)
  })

  it('answers a trial of the desk’s page without starting the workflow', async () => {
    data = { webhookId: 8, secret: SECRET }
    expect((await post({ event: 'test' })).result).toEqual({ webhookResponse: 'ok' })
  })
})

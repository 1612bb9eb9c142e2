import { SECRET_MASK, type CreatedQueueIntegration, type PromptView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import {
  callsTo,
  clearOutbox,
  FOREIGN,
  outbox,
  person,
  queue,
  rig,
  type Answer,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let vendas: number
let admin: Session
let stranger: Session

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
})

beforeEach(() => clearOutbox(desk))

const codeOf = ({ status, body }: Answer) => [status, body['error']]
const bodyOf = <T>({ body }: Answer) => body as T
const stored = async (table: string) =>
  JSON.stringify(await desk.pg.sql(`SELECT * FROM tickets.${table} ORDER BY id DESC LIMIT 1`))

const webhook = (name: string) => ({ type: 'webhook', name, urlN8N: 'https://hooks.example.test/in' })

describe('integrations', () => {
  it('are made, found, changed and deleted by administrators, with an event each', async () => {
    const made = bodyOf<CreatedQueueIntegration>(
      await call(admin, 'POST', '/queueIntegration', {
        type: 'typebot',
        name: 'Vendedora',
        urlN8N: 'https://typebot.example.test',
        typebotSlug: 'vendas',
        typebotDelayMessage: 250,
      }),
    )
    expect(made).toMatchObject({ typebotExpires: 1, typebotDelayMessage: 250, language: 'pt-BR' })
    expect(made.signingSecret).toBeUndefined()
    const path = `/queueIntegration/${made.id}`
    expect((await call(admin, 'GET', path)).body).toEqual(made)
    expect((await call(admin, 'GET', '/queueIntegration?searchParam=VENDÉD')).body).toEqual({
      queueIntegrations: [made],
      count: 1,
      hasMore: false,
    })
    const changed = await call(admin, 'PUT', path, { name: 'Vendedor', typebotExpires: 0 })
    expect(changed.body).toEqual({ ...made, name: 'Vendedor', typebotExpires: 0 })
    // The answer of a GET, sent back, changes nothing.
    expect((await call(admin, 'PUT', path, changed.body)).body).toEqual(changed.body)
    await desk.pg.sql('UPDATE tickets.queues SET integration_id = $1 WHERE id = $2', [made.id, vendas])
    expect((await call(admin, 'DELETE', path)).status).toBe(200)
    expect(codeOf(await call(admin, 'GET', path))).toEqual([404, 'ERR_NO_DIALOG_FOUND'])
    const events = await outbox(desk)
    expect(events.map(({ type }) => type)).toEqual([
      'queueIntegrationChanged',
      'queueIntegrationChanged',
      'queueChanged',
      'queueIntegrationDeleted',
    ])
    expect(await desk.pg.sql('SELECT integration_id FROM tickets.queues')).toEqual([{ integration_id: null }])
  })

  it('answer a signing secret once, keep it sealed, and renew it', async () => {
    const made = bodyOf<CreatedQueueIntegration>(
      await call(admin, 'POST', '/queueIntegration', webhook('Zap')),
    )
    expect(made.signingSecret).toMatch(/^[\w-]{43}$/)
    expect(await stored('queue_integrations')).not.toContain(made.signingSecret)
    const path = `/queueIntegration/${made.id}`
    expect((await call(admin, 'GET', path)).text).not.toContain(made.signingSecret)
    const renewed = bodyOf<CreatedQueueIntegration>(await call(admin, 'PUT', path, { renewsSecret: true }))
    expect(renewed.signingSecret).toMatch(/^[\w-]{43}$/)
    expect(renewed.signingSecret).not.toBe(made.signingSecret)
    expect(JSON.stringify(await outbox(desk))).not.toContain(made.signingSecret)
  })

  it('keep a key file sealed and never answer it', async () => {
    const jsonContent = JSON.stringify({ client_email: 'bot@x.test', private_key: 'SEGREDO' })
    const agent = { type: 'dialogflow', name: 'Agente', projectName: 'loja', jsonContent }
    const made = bodyOf<CreatedQueueIntegration>(await call(admin, 'POST', '/queueIntegration', agent))
    expect(made.jsonContent).toBe(SECRET_MASK)
    const before = await stored('queue_integrations')
    expect(before).not.toContain('SEGREDO')
    const path = `/queueIntegration/${made.id}`
    await call(admin, 'PUT', path, { jsonContent: SECRET_MASK, name: 'Agente' })
    expect(await stored('queue_integrations')).toBe(before)
    expect((await call(admin, 'PUT', path, { jsonContent: '' })).body['jsonContent']).toBe('')
  })

  it.each([
    ['a private address', 'http://10.0.0.1/x'],
    ['the metadata service', 'http://169.254.169.254/'],
    ['loopback', 'http://127.0.0.1:80/'],
    ['no http', 'file:///etc/passwd'],
    ['credentials', 'https://a:b@example.test/'],
    ['a strange port', 'https://example.test:6379/'],
    ['no URL at all', ''],
  ])('are refused with %s', async (_name, urlN8N) => {
    const made = await call(admin, 'POST', '/queueIntegration', { ...webhook('Ruim'), urlN8N })
    expect(codeOf(made)).toEqual([400, 'ERR_URL_NOT_ALLOWED'])
  })

  it('have names of their own in a company, and are not seen from another', async () => {
    const made = bodyOf<CreatedQueueIntegration>(
      await call(admin, 'POST', '/queueIntegration', webhook('Único')),
    )
    expect(codeOf(await call(admin, 'POST', '/queueIntegration', webhook('ÚNICO')))).toEqual([
      409,
      'ERR_DIALOG_NAME_ALREADY_EXISTS',
    ])
    expect((await call(stranger, 'POST', '/queueIntegration', webhook('Único'))).status).toBe(200)
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        codeOf(
          await call(stranger, method, `/queueIntegration/${made.id}`, method === 'PUT' ? {} : undefined),
        ),
      ).toEqual([404, 'ERR_NO_DIALOG_FOUND'])
    const { body } = await call(stranger, 'GET', '/queueIntegration')
    expect(body['count']).toBe(1)
  })
})

describe('prompts', () => {
  const form = (queueId: number) => ({
    name: 'Atendente',
    prompt: 'Você atende uma padaria.',
    apiKey: 'sk-SEGREDO',
    voiceKey: 'VOZ-SEGREDO',
    queueId,
  })

  it('are made with the defaults, changed and deleted, with an event each', async () => {
    const made = bodyOf<PromptView>(await call(admin, 'POST', '/prompt', form(vendas)))
    expect(made).toMatchObject({
      voice: 'texto',
      maxTokens: 100,
      temperature: 1,
      maxMessages: 10,
      queueId: vendas,
      apiKey: SECRET_MASK,
      voiceKey: SECRET_MASK,
    })
    expect(await stored('prompts')).not.toContain('SEGREDO')
    const path = `/prompt/${made.id}`
    expect((await call(admin, 'PUT', path, made)).body).toEqual(made)
    expect((await call(admin, 'PUT', path, { apiKey: '', temperature: 0.5 })).body).toEqual({
      ...made,
      apiKey: '',
      temperature: 0.5,
    })
    expect(bodyOf<{ prompts: PromptView[] }>(await call(admin, 'GET', '/prompt')).prompts).toHaveLength(1)
    expect((await call(admin, 'DELETE', path)).status).toBe(200)
    const told = await outbox(desk)
    expect(told.map(({ type }) => type)).toEqual(['promptChanged', 'promptChanged', 'promptDeleted'])
    expect(JSON.stringify(told)).not.toContain('SEGREDO')
  })

  it('need a queue of the company', async () => {
    const { queueId: _none, ...without } = form(vendas)
    expect((await call(admin, 'POST', '/prompt', without)).body['fields']).toEqual({
      queueId: 'Informe o setor',
    })
    const foreign = await queue(desk, 'Alheia', FOREIGN)
    expect(codeOf(await call(admin, 'POST', '/prompt', form(foreign)))).toEqual([404, 'ERR_QUEUE_NOT_FOUND'])
  })

  it('are not found from another company', async () => {
    const { id } = bodyOf<PromptView>(await call(admin, 'POST', '/prompt', form(vendas)))
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        codeOf(await call(stranger, method, `/prompt/${id}`, method === 'PUT' ? {} : undefined)),
      ).toEqual([404, 'ERR_NO_PROMPT_FOUND'])
    expect((await call(stranger, 'GET', '/prompt')).body['count']).toBe(0)
  })
})

import {
  promptVoices,
  SECRET_MASK,
  type CreatedQueueIntegration,
  type DeadTurnView,
  type NamedPromptView,
  type PromptView,
} from '@balcao/contracts'
import { DAY, MINUTE, type Session } from '@balcao/kernel'
import { startFakeAssistants, type FakeAssistants } from '@balcao/testkit'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  callsTo,
  clearOutbox,
  connection,
  deliver,
  FOREIGN,
  outbox,
  person,
  queue,
  received,
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
let services: FakeAssistants

beforeAll(async () => {
  services = await startFakeAssistants()
  const { origin } = services
  const rest = {
    speechUrl: origin,
    dialogflowUrl: origin,
    googleTokenUrl: `${origin}/token`,
    asaasUrl: origin,
  }
  desk = await rig({ assistants: { origins: [origin], openAiUrl: `${origin}/v1`, ...rest } })
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
})

afterAll(() => services.stop())

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
      voice: 'text',
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
    expect(bodyOf<NamedPromptView>(await call(admin, 'GET', path)).queue).toEqual({
      id: vendas,
      name: 'Vendas',
    })
    expect(bodyOf<{ prompts: PromptView[] }>(await call(admin, 'GET', '/prompt')).prompts).toHaveLength(1)
    expect((await call(admin, 'DELETE', path)).status).toBe(200)
    const told = await outbox(desk)
    expect(told.map(({ type }) => type)).toEqual(['promptChanged', 'promptChanged', 'promptDeleted'])
    expect(told[1]?.body['promptChanged']).toMatchObject({
      prompt: { queue: { id: vendas, name: 'Vendas' } },
    })
    expect(JSON.stringify(told)).not.toContain('SEGREDO')
  })

  it('answer in writing under either name of it, and have one of the listed voices', async () => {
    const { id } = bodyOf<PromptView>(await call(admin, 'POST', '/prompt', form(vendas)))
    const path = `/prompt/${id}`
    const voiceOf = async () => bodyOf<PromptView>(await call(admin, 'GET', path)).voice
    for (const voice of promptVoices) {
      expect((await call(admin, 'PUT', path, { voice })).status).toBe(200)
      expect(await voiceOf()).toBe(voice)
    }
    await call(admin, 'PUT', path, { voice: 'texto' })
    expect(await voiceOf()).toBe('text')
    // Stored by an earlier version.
    await desk.pg.sql(`UPDATE tickets.prompts SET voice = 'texto' WHERE id = $1`, [id])
    expect(await voiceOf()).toBe('text')
    expect((await call(admin, 'PUT', path, { voice: 'robô' })).status).toBe(400)
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

describe('messages that were given up', () => {
  let customers = 0
  let agent: Session
  let prompt: NamedPromptView
  const post = async (by: Session, kind: string, id?: string) =>
    (await call(by, 'POST', `/dead-turns/${kind}/replay`, id === undefined ? {} : { id })).body
  const list = async (by: Session, kind: string) =>
    bodyOf<{ turns: DeadTurnView[]; count: number }>(await call(by, 'GET', `/dead-turns/${kind}`))
  const job = () => desk.service.jobs.find(({ name }) => name === 'tickets.assistants')!
  const runJobs = () => job().run(new AbortController().signal)
  const attach = (assistant: object) =>
    call(admin, 'PUT', `/queue/${vendas}`, { promptId: null, integrationId: null, ...assistant })
  const said = async () => {
    const sent = await outbox(desk, 'outboundRequested')
    await clearOutbox(desk)
    return sent.map(({ body }) => body['outboundRequested']?.['body'])
  }
  /* A customer whose message the service refuses. */
  const lose = async (body = 'oi') => {
    customers += 1
    const number = String(5511955600000 + customers)
    services.fail(401)
    await deliver(desk, INBOUND_GROUP, received(desk, { body, number, name: `Cliente ${customers}` }))
    await runJobs()
    services.fail(undefined)
    services.calls.length = 0
    await clearOutbox(desk)
    const [ticket] = await desk.pg.sql<{ id: number; uuid: string }>(
      `SELECT t.id, t.uuid FROM tickets.tickets t JOIN tickets.contacts c ON c.id = t.contact_id WHERE c.number = $1`,
      [number],
    )
    return { id: ticket?.id ?? 0, uuid: ticket?.uuid ?? '', name: `Cliente ${customers}` }
  }
  const change = async (by: Session, id: number, body: object) =>
    expect((await call(by, 'PUT', `/tickets/${id}`, body)).status).toBe(200)
  const readTicket = async (id: number) =>
    (await desk.pg.sql<Record<string, unknown>>('SELECT * FROM tickets.tickets WHERE id = $1', [id]))[0]

  beforeAll(async () => {
    await connection(desk, 1, { isDefault: true, queueIds: [vendas] })
    agent = await person(desk, { id: 2, name: 'Ana', profile: 'user', queueIds: [vendas] })
    const form = { name: 'Padaria', prompt: 'Você atende.', apiKey: 'sk-test', queueId: vendas }
    prompt = bodyOf<NamedPromptView>(await call(admin, 'POST', '/prompt', form))
    services.say('Abrimos às 8.')
  })
  beforeEach(() => attach({ promptId: prompt.id }))
  afterEach(() => desk.pg.sql('DELETE FROM tickets.assistant_turns'))

  it('are listed for administrators, newest first, with the reason and the ticket', async () => {
    const [first, second] = [await lose(), await lose()]
    const { turns, count } = await list(admin, 'prompts')
    expect(count).toBe(2)
    expect(turns.map(({ contactName }) => contactName)).toEqual([second.name, first.name])
    expect(turns[1]).toMatchObject({
      targetName: 'Padaria',
      ticketId: first.id,
      ticketUuid: first.uuid,
      reason: 'HTTP 401',
    })
    expect((await list(admin, 'integrations')).count).toBe(0)
    expect((await list(stranger, 'prompts')).count).toBe(0)
    expect(await post(stranger, 'prompts', turns[0]?.id)).toEqual({ replayed: 0, skipped: 0 })
    expect(codeOf(await call(agent, 'GET', '/dead-turns/prompts'))).toEqual([403, 'ERR_NO_PERMISSION'])
  })

  it('are answered once when they are replayed, by as many as like, and the assistant has the ticket again', async () => {
    const { id } = await lose()
    expect(await readTicket(id)).toMatchObject({ use_integration: false })
    const replays = await Promise.all(Array.from({ length: 5 }, () => post(admin, 'prompts')))
    expect(replays.filter(({ replayed }) => replayed === 1)).toHaveLength(1)
    await Promise.all([runJobs(), runJobs()])
    await runJobs()
    expect(await said()).toEqual(['Abrimos às 8.'])
    expect(services.calls).toHaveLength(1)
    expect(await readTicket(id)).toMatchObject({ use_integration: true, prompt_id: prompt.id })
    expect(await post(admin, 'prompts')).toEqual({ replayed: 0, skipped: 0 })
  })

  it('wake the job when they are replayed, and are due then', async () => {
    await lose()
    const aLittleLater = new Date(desk.ports.clock.now().getTime() + 1)
    expect(await job().findNextDue?.(aLittleLater)).toBeUndefined()
    let woken = 0
    const end = job().wokenBy?.onWork(() => (woken += 1))
    expect(await post(admin, 'prompts')).toEqual({ replayed: 1, skipped: 0 })
    end?.()
    expect(woken).toBe(1)
    expect(await job().findNextDue?.(aLittleLater)).toEqual(desk.ports.clock.now())
  })

  it('stay dead turns while a person has the ticket, and once a person has answered', async () => {
    const taken = await lose()
    await change(agent, taken.id, { status: 'open', userId: agent.userId })
    expect(await post(admin, 'prompts')).toEqual({ replayed: 0, skipped: 1 })
    expect((await call(agent, 'POST', `/messages/${taken.id}`, { body: 'Já vejo.' })).status).toBe(200)
    await change(agent, taken.id, { status: 'pending', userId: null })
    expect(await post(admin, 'prompts')).toEqual({ replayed: 0, skipped: 1 })
    const closed = await lose()
    await change(admin, closed.id, { status: 'closed' })
    await clearOutbox(desk)
    expect(await post(admin, 'prompts')).toEqual({ replayed: 0, skipped: 2 })
    await runJobs()
    expect([services.calls, await said()]).toEqual([[], []])
    expect((await list(admin, 'prompts')).count).toBe(2)
  })

  it('are not answered when an agent takes the ticket after the replay', async () => {
    const { id } = await lose()
    const [turn] = (await list(admin, 'prompts')).turns
    expect(await post(admin, 'prompts', turn?.id)).toEqual({ replayed: 1, skipped: 0 })
    await change(agent, id, { status: 'open', userId: agent.userId })
    await clearOutbox(desk)
    await runJobs()
    expect([services.calls, await said()]).toEqual([[], []])
    expect((await list(admin, 'prompts')).count).toBe(0)
  })

  it('wait for a person again when the service fails once more', async () => {
    const { id } = await lose()
    await post(admin, 'prompts')
    services.fail(500)
    for (let tries = 0; tries < 3; tries += 1) {
      await runJobs()
      desk.ports.clock.advance(MINUTE)
    }
    services.fail(undefined)
    expect((await list(admin, 'prompts')).turns).toMatchObject([{ ticketId: id, reason: 'HTTP 500' }])
    expect(await readTicket(id)).toMatchObject({
      use_integration: false,
      status: 'pending',
      queue_id: vendas,
    })
  })

  it('of a webhook are told under the same delivery id, and tried for three days more', async () => {
    const url = `${services.origin}/hook`
    const hook = bodyOf<CreatedQueueIntegration>(
      await call(admin, 'POST', '/queueIntegration', { ...webhook('Gancho'), urlN8N: url }),
    )
    await attach({ integrationId: hook.id })
    await lose('primeira')
    const [turn] = (await list(admin, 'integrations')).turns
    expect(turn).toMatchObject({ targetName: 'Gancho', reason: 'HTTP 401' })
    desk.ports.clock.advance(5 * DAY)
    expect(await post(admin, 'prompts')).toEqual({ replayed: 0, skipped: 0 })
    expect(await post(admin, 'integrations')).toEqual({ replayed: 1, skipped: 0 })
    services.fail(503)
    await runJobs()
    expect((await list(admin, 'integrations')).count).toBe(0)
    services.fail(undefined)
    desk.ports.clock.advance(MINUTE)
    await runJobs()
    expect(services.calls.map(({ headers }) => headers['balcao-delivery'])).toEqual([turn?.id, turn?.id])
    expect(services.calls.at(-1)?.json['message']).toEqual({ conversation: 'primeira' })
    await call(admin, 'DELETE', `/queueIntegration/${hook.id}`)
  })

  it('of a prompt that was deleted are not replayed', async () => {
    const form = { name: 'Breve', prompt: 'Você atende.', apiKey: 'sk-test', queueId: vendas }
    const brief = bodyOf<NamedPromptView>(await call(admin, 'POST', '/prompt', form))
    await attach({ promptId: brief.id })
    await lose()
    await call(admin, 'DELETE', `/prompt/${brief.id}`)
    expect((await list(admin, 'prompts')).turns).toMatchObject([{ targetName: '' }])
    expect(await post(admin, 'prompts')).toEqual({ replayed: 0, skipped: 1 })
  })
})

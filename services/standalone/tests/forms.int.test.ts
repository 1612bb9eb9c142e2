import { IGNORED_FIELDS_HEADER } from '@balcao/contracts'
import type { Call, TestCompany, TestDesk } from '@balcao/testkit'

import { startDesk } from './support/start-desk'

/*
 * What pages of Whaticket's kind send, without a word about handling: their empties, texts and whole records. Each row is
 * sent as such a page would and its effect is read afterwards; another company's ids stay refused in the same form.
 */

type Resource = Record<string, unknown>

interface Sent {
  status: number
  body: Resource
  /** Names of fields that were not read. */
  ignored: string[]
}

let desk: TestDesk
let url: string
let other: TestCompany
const tokens = { admin: '', super: '', ana: '' }
const callers: Record<keyof typeof tokens, Call | undefined> = {
  admin: undefined,
  super: undefined,
  ana: undefined,
}
const ids: Record<string, number> = {}

async function send(
  who: keyof typeof tokens,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as Resource),
    ignored: response.headers.get(IGNORED_FIELDS_HEADER)?.split(', ') ?? [],
  }
}

const call = (who: keyof typeof tokens): Call => {
  const caller = callers[who]
  if (!caller) throw new Error(`${who} is not logged in`)
  return caller
}

const get = async (path: string, who: keyof typeof tokens = 'admin'): Promise<Resource> => {
  const { status, body } = await call(who)<Resource>('GET', path)
  expect({ path, status }).toEqual({ path, status: 200 })
  return body
}

const make = async (path: string, body: unknown, who: keyof typeof tokens = 'admin'): Promise<number> => {
  const answer = await call(who)<{ id: number }>('POST', path, body)
  expect({ path, status: answer.status }).toEqual({ path, status: expect.any(Number) })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

beforeAll(async () => {
  desk = await startDesk({ staff: { ana: { queues: ['Vendas'] }, sofia: { profile: 'admin', super: true } } })
  url = desk.url
  for (const [who, name] of [
    ['admin', 'admin'],
    ['super', 'sofia'],
    ['ana', 'ana'],
  ] as const) {
    const agent = await desk.agent(name)
    tokens[who] = agent.token
    callers[who] = agent.call
    ids[who] = agent.userId
  }
  await (await desk.phone('5511955550101', 'Helena')).says('oi')
  await desk.settle()
  const { tickets } = (await get('/tickets?showAll=true')) as { tickets: { id: number; contactId: number }[] }
  ids.ticket = tickets[0]?.id ?? 0
  ids.contact = tickets[0]?.contactId ?? 0
  ids.queue = desk.demo.queues['Vendas'] ?? 0
  const connections = (await call('admin')<{ id: number }[]>('GET', '/whatsapp')).body
  ids.connection = connections[0]?.id ?? 0
  ids.prompt = await make('/prompt', {
    name: 'Atendente',
    prompt: 'Atenda.',
    apiKey: 'sk',
    queueId: ids.queue,
  })
  ids.integration = await make('/queueIntegration', {
    type: 'webhook',
    name: 'Gancho',
    urlN8N: 'https://hooks.example.test/in',
  })
  ids.list = await make('/contact-lists', { name: 'Clientes' })
  ids.tag = await make('/tags', { name: 'Urgente' })
  ids.plan = await make('/plans', { name: 'Plano Teste' }, 'super')
  other = await desk.company('Outra', { bia: { queues: ['Deles'] } })
  const stranger = (await other.agent('admin')).call
  ids.foreignUser = (await other.agent('bia')).userId
  ids.foreignQueue = other.queues['Deles'] ?? 0
  const foreign = async (path: string, body: object) =>
    (await stranger<{ id: number }>('POST', path, body)).body.id
  ids.foreignList = await foreign('/contact-lists', { name: 'Deles' })
  ids.foreignTag = await foreign('/tags', { name: 'Deles' })
  ids.foreignPrompt = await foreign('/prompt', {
    name: 'Deles',
    prompt: 'Atenda.',
    apiKey: 'sk',
    queueId: ids.foreignQueue,
  })
  ids.foreignConnection = await foreign('/whatsapp', { name: 'Deles', provider: 'simulated' })
})

afterAll(() => desk.stop())

interface Row {
  by?: keyof typeof tokens
  method?: 'POST' | 'PUT'
  path: () => string
  body: () => unknown | Promise<unknown>
  /** Where the effect is read; `answer` is the answer's body. Without it the answer itself shows it. */
  read?: (answer: Resource) => Promise<unknown>
  shows: () => unknown
  ignores?: string[]
}

const user = () => `/users/${ids.ana}`
const week = ['monday', 'tuesday'].map((weekdayEn) => ({
  weekday: weekdayEn,
  weekdayEn,
  startTime: '08:00',
  endTime: '18:00',
  open: true,
}))

const rows: Record<string, Row> = {
  'a ticket that is resolved: false for prompt and integration': {
    method: 'PUT',
    path: () => `/tickets/${ids.ticket}`,
    body: () => ({
      status: 'open',
      userId: ids.ana,
      useIntegration: false,
      promptId: false,
      integrationId: false,
    }),
    read: () => get(`/tickets/${ids.ticket}`),
    shows: () => ({
      status: 'open',
      userId: ids.ana,
      useIntegration: false,
      promptId: null,
      integrationId: null,
    }),
  },
  'a transfer to a queue whose id is a text': {
    method: 'PUT',
    path: () => `/tickets/${ids.ticket}`,
    body: () => ({ queueId: String(ids.queue), userId: '' }),
    read: () => get(`/tickets/${ids.ticket}`),
    shows: () => ({ queueId: ids.queue, userId: null }),
  },
  'a tag without a colour': {
    path: () => '/tags',
    body: () => ({ name: 'Nova', color: '', kanban: '1', userId: ids.admin }),
    read: ({ id }) => get(`/tags/${String(id)}`),
    shows: () => ({ name: 'Nova', color: '#A4CCCC', kanban: 1 }),
    ignores: ['userId'],
  },
  'tags of a ticket, with all that a page has of them': {
    path: () => '/tags/sync',
    body: () => ({
      ticketId: String(ids.ticket),
      tags: [{ id: String(ids.tag), name: 'Urgente', pivot: {} }],
    }),
    read: () => get(`/tickets/${ids.ticket}`),
    shows: () => ({ tags: [{ id: ids.tag }] }),
    ignores: ['tags.pivot'],
  },
  'a new user: super and connection are empty': {
    path: () => '/users',
    body: () => ({
      name: 'Caio',
      email: 'caio@demo.test',
      password: 'uma boa senha',
      profile: 'user',
      allTicket: 'desabled',
      super: '',
      whatsappId: false,
      queueIds: [String(ids.queue)],
    }),
    read: ({ id }) => get(`/users/${String(id)}`),
    shows: () => ({ name: 'Caio', super: false, whatsappId: null, queueIds: [ids.queue] }),
    ignores: ['super'],
  },
  'a user as a page keeps it: the whole record with empty password': {
    method: 'PUT',
    path: user,
    body: async () => ({
      ...(await get(user())),
      name: 'Ana Maria',
      password: '',
      whatsappId: '',
      farewellMessage: '',
      tokenVersion: 0,
    }),
    read: () => get(user()),
    shows: () => ({ name: 'Ana Maria', whatsappId: null, queueIds: [ids.queue], profile: 'user' }),
    ignores: ['farewellMessage', 'tokenVersion'],
  },
  'an own profile of an agent, as the whole record': {
    by: 'ana',
    method: 'PUT',
    path: user,
    body: async () => ({ ...(await get(user(), 'ana')), name: 'Ana Clara', password: '', whatsappId: '' }),
    read: () => get(user()),
    shows: () => ({ name: 'Ana Clara', queueIds: [ids.queue] }),
  },
  'a new queue: order, integration and prompt are empty': {
    path: () => '/queue',
    body: () => ({
      name: 'Cobrança',
      color: '#112233',
      greetingMessage: '',
      outOfHoursMessage: null,
      orderQueue: '',
      integrationId: '',
      promptId: null,
      schedules: week,
    }),
    read: ({ id }) => get(`/queue/${String(id)}`),
    shows: () => ({
      name: 'Cobrança',
      integrationId: null,
      promptId: null,
      outOfHoursMessage: '',
      schedules: [{ weekdayEn: 'monday', startTime: '08:00' }, { weekdayEn: 'tuesday' }],
    }),
    ignores: ['schedules.open'],
  },
  'a queue that loses its prompt, with its order as a text': {
    method: 'PUT',
    path: () => `/queue/${ids.queue}`,
    body: async () => {
      await call('admin')('PUT', `/queue/${ids.queue}`, { promptId: ids.prompt })
      return {
        ...(await get(`/queue/${ids.queue}`)),
        orderQueue: '4',
        promptId: '',
        options: [],
        chatbots: [],
      }
    },
    read: () => get(`/queue/${ids.queue}`),
    shows: () => ({ orderQueue: 4, promptId: null, name: 'Vendas' }),
    ignores: ['options', 'chatbots'],
  },
  'a queue of an edition with two shifts a day, of which one is used': {
    path: () => '/queue',
    body: () => ({
      name: 'Turnos',
      color: '#123123',
      schedules: week.map(({ open: _open, ...entry }) => ({
        ...entry,
        startTimeA: '09:00',
        endTimeA: '',
        startTimeB: '',
        endTimeB: '',
      })),
    }),
    read: ({ id }) => get(`/queue/${String(id)}`),
    shows: () => ({ schedules: [{ startTime: '09:00', endTime: '' }, { startTime: '09:00' }] }),
    ignores: ['schedules.startTimeB'],
  },
  'an option with its number as a number': {
    path: () => '/queue-options',
    body: () => ({
      queueId: String(ids.queue),
      title: 'Preços',
      message: '',
      option: 1,
      parentId: null,
      children: [],
      edition: true,
    }),
    shows: () => ({ title: 'Preços', option: '1', parentId: null }),
    ignores: ['children', 'edition'],
  },
  'an integration without a language': {
    path: () => '/queueIntegration',
    body: () => ({
      type: 'typebot',
      name: 'Robô',
      projectName: '',
      jsonContent: '',
      language: '',
      urlN8N: 'https://bot.example.test',
      typebotDelayMessage: '500',
      typebotExpires: '',
      typebotSlug: 'robo',
    }),
    read: ({ id }) => get(`/queueIntegration/${String(id)}`),
    shows: () => ({ name: 'Robô', language: 'pt-BR', typebotDelayMessage: 500, typebotExpires: 1 }),
  },
  'a prompt with its numbers as texts': {
    path: () => '/prompt',
    body: () => ({
      name: 'Vendedora',
      prompt: 'Venda.',
      voice: 'texto',
      voiceKey: null,
      voiceRegion: '',
      maxTokens: '200',
      temperature: '0.5',
      apiKey: 'sk',
      queueId: String(ids.queue),
      maxMessages: '',
      promptTokens: 0,
    }),
    read: ({ id }) => get(`/prompt/${String(id)}`),
    shows: () => ({ maxTokens: 200, temperature: 0.5, maxMessages: 10, queueId: ids.queue }),
    ignores: ['promptTokens'],
  },
  'a contact of a list whose id comes from the address': {
    path: () => '/contact-list-items',
    body: () => ({
      name: 'Ana',
      number: '5511955550110',
      email: null,
      contactListId: String(ids.list),
      companyId: 1,
    }),
    read: ({ id }) => get(`/contact-list-items/${String(id)}`),
    shows: () => ({ name: 'Ana', email: '', contactListId: ids.list }),
  },
  'a contact with fields of other editions': {
    path: () => '/contacts',
    body: () => ({
      name: 'Igor',
      number: '+55 (11) 95555-0120',
      email: null,
      disableBot: false,
      birthday: '',
      extraInfo: [{ name: 'CPF', value: '1', contactId: '' }],
    }),
    read: ({ id }) => get(`/contacts/${String(id)}`),
    shows: () => ({
      name: 'Igor',
      number: '5511955550120',
      email: '',
      extraInfo: [{ name: 'CPF', value: '1' }],
    }),
    ignores: ['disableBot', 'birthday', 'extraInfo.contactId'],
  },
  'a campaign with no tag list and nulls for texts': {
    path: () => '/campaigns',
    body: () => ({
      name: 'Natal',
      message1: 'Oi',
      message2: null,
      message3: null,
      confirmationMessage1: null,
      status: 'INATIVA',
      confirmation: 'false',
      scheduledAt: null,
      whatsappId: String(ids.connection),
      contactListId: String(ids.list),
      tagListId: 'Nenhuma',
      fileListId: '',
      companyId: 1,
      userId: null,
    }),
    read: ({ id }) => get(`/campaigns/${String(id)}`),
    shows: () => ({
      message1: 'Oi',
      message2: '',
      confirmationMessage1: '',
      confirmation: false,
      whatsappId: ids.connection,
      contactListId: ids.list,
      tagListId: null,
      fileListId: null,
    }),
    ignores: ['userId'],
  },
  'settings of campaigns as texts': {
    path: () => '/campaign-settings',
    body: () => ({
      settings: {
        messageInterval: '20',
        longerIntervalAfter: '20',
        greaterInterval: 60,
        variables: [{ key: 'loja', value: 'Centro', id: 1 }],
        sabado: 'false',
      },
    }),
    shows: () => expect.anything(),
    ignores: ['settings.variables.id', 'settings.sabado'],
  },
  'an internal chat with the names of its users': {
    path: () => '/chats',
    body: () => ({ title: 'Turno', users: [{ id: String(ids.ana), name: 'Ana' }] }),
    read: ({ id }) => get(`/chats/${String(id)}`),
    shows: () => ({
      users: expect.arrayContaining([expect.objectContaining({ userId: ids.ana })]) as unknown,
    }),
    ignores: ['users.name'],
  },
  'a file list with its page’s own fields': {
    path: () => '/files',
    body: () => ({
      name: 'Tabelas',
      message: 'Segue',
      userId: ids.admin,
      options: [{ id: '', name: 'Preços', path: '', mediaType: '', file: {} }],
    }),
    read: ({ id }) => get(`/files/${String(id)}`),
    shows: () => ({ options: [{ name: 'Preços' }] }),
    ignores: ['options.id', 'options.file'],
  },
  'a schedule with the fields of its page': {
    path: () => '/schedules',
    body: () => ({
      body: 'lembrete',
      contactId: String(ids.contact),
      sendAt: '2998-01-01T12:00',
      sentAt: '',
      userId: ids.admin,
      queueId: '',
      geral: '',
    }),
    read: ({ id }) => get(`/schedules/${String(id)}`),
    shows: () => ({ body: 'lembrete', contactId: ids.contact, status: 'PENDENTE' }),
    ignores: ['queueId', 'geral'],
  },
  'a quick message with a path for its file': {
    path: () => '/quick-messages',
    body: () => ({
      shortcode: 'ola',
      message: 'Olá',
      geral: 'true',
      isMedia: true,
      mediaPath: null,
      editBeforeSend: false,
    }),
    shows: () => ({ shortcode: 'ola', geral: true }),
    ignores: ['editBeforeSend'],
  },
  'a connection with empty choices': {
    path: () => '/whatsapp',
    body: () => ({
      name: 'Loja',
      greetingMessage: null,
      complationMessage: '',
      isDefault: false,
      token: '',
      provider: 'simulated',
      expiresTicket: '0',
      timeUseBotQueues: '',
      maxUseBotQueues: '3',
      queueIds: [String(ids.queue)],
      transferQueueId: '',
      timeToTransfer: null,
      promptId: null,
      sendIdQueue: 0,
    }),
    read: ({ id }) => get(`/whatsapp/${String(id)}`),
    shows: () => ({
      name: 'Loja',
      greetingMessage: '',
      maxUseBotQueues: 3,
      transferQueueId: null,
      promptId: null,
    }),
    ignores: ['sendIdQueue'],
  },
  'a company with empty recurrence and masked phone': {
    by: 'super',
    path: () => '/companies',
    body: () => ({
      id: '',
      name: 'Padaria',
      email: 'dona@padaria.test',
      phone: '(11) 95555-0130',
      password: 'uma boa senha',
      planId: String(ids.plan),
      status: 'true',
      campaignsEnabled: '',
      dueDate: '',
      recurrence: '',
    }),
    read: ({ id }) => get(`/companies/${String(id)}`, 'super'),
    shows: () => ({ name: 'Padaria', phone: '11955550130', status: true, planId: ids.plan }),
    ignores: ['id'],
  },
  'a plan with its figures as texts': {
    by: 'super',
    path: () => '/plans',
    body: () => ({
      name: 'Ouro',
      users: '10',
      connections: '',
      value: '30.50',
      useKanban: 'true',
      useInternal: true,
    }),
    read: ({ id }) => get(`/plans/${String(id)}`, 'super'),
    shows: () => ({ users: 10, connections: 0, value: 30.5, useKanban: true }),
    ignores: ['useInternal'],
  },
  'a help with the code of its video': {
    by: 'super',
    path: () => '/helps',
    body: () => ({ title: 'Início', description: null, video: 'dQw4w9WgXcQ', link: '', category: '' }),
    shows: () => ({ title: 'Início', description: '' }),
    ignores: ['category'],
  },
  'an announcement with its priority as a text': {
    by: 'super',
    path: () => '/announcements',
    body: () => ({
      title: 'Aviso',
      text: 'No domingo',
      priority: '1',
      status: 'true',
      showForSuperAdmin: true,
    }),
    shows: () => ({ priority: 1, status: true }),
    ignores: ['showForSuperAdmin'],
  },
  'a note with ids from the address': {
    path: () => '/ticket-notes',
    body: () => ({ note: 'ligar', ticketId: String(ids.ticket), contactId: String(ids.contact), userId: 1 }),
    shows: () => ({ note: 'ligar' }),
    ignores: ['userId'],
  },
}

describe('a form', () => {
  it.each(Object.entries(rows))('%s', async (_name, { by = 'admin', method = 'POST', ...row }) => {
    const sent = await send(by, method, row.path(), await row.body())
    expect(sent.body).not.toHaveProperty('error')
    expect(sent.status).toBeLessThan(300)
    expect(row.read ? await row.read(sent.body) : sent.body).toMatchObject(row.shows() as object)
    for (const name of row.ignores ?? []) expect(sent.ignored).toContain(name)
  })

  it('with several files has a caption for each', async () => {
    const form = new FormData()
    form.append('fromMe', 'true')
    for (const name of ['um.txt', 'dois.txt']) {
      form.append('medias', new Blob([`texto ${name}`]), name)
      form.append('body', name)
    }
    await call('admin')('PUT', `/tickets/${ids.ticket}`, { status: 'open', userId: ids.admin })
    const { status, body } = await send('admin', 'POST', `/messages/${ids.ticket}`, form)
    expect(status).toBe(200)
    expect((body.messages as Resource[]).map((message) => message.body)).toEqual(['um.txt', 'dois.txt'])
  })

  it('sends by the API with fields of other editions', async () => {
    const made = await call('admin')<{ token: string }>('POST', `/whatsapp/${ids.connection}/token`, {})
    const form = new FormData()
    const fields = {
      number: '5511955550140',
      body: 'oi',
      queueId: '0',
      userId: '',
      closeTicket: 'false',
      caption: 'x',
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const headers = { authorization: `Bearer ${made.body.token}` }
    for (const body of [form, { ...fields, status: 'open' }]) {
      const sent = await send('admin', 'POST', '/api/messages/send', body, headers)
      expect({ status: sent.status, body: sent.body }).toMatchObject({ status: 200 })
      expect(sent.ignored).toContain('caption')
    }
  })

  it.each([
    ['/tickets', () => `/tickets/${ids.ticket}`, () => ({ queueId: String(ids.foreignQueue) })],
    ['/tickets', () => `/tickets/${ids.ticket}`, () => ({ userId: String(ids.foreignUser) })],
    ['/tickets', () => `/tickets/${ids.ticket}`, () => ({ promptId: String(ids.foreignPrompt) })],
    ['/tickets', () => `/tickets/${ids.ticket}`, () => ({ whatsappId: String(ids.foreignConnection) })],
    ['/queue', () => `/queue/${ids.queue}`, () => ({ promptId: String(ids.foreignPrompt) })],
    ['/users', user, () => ({ queueIds: [String(ids.foreignQueue)] })],
    ['/users', user, () => ({ whatsappId: String(ids.foreignConnection) })],
    ['/prompt', () => `/prompt/${ids.prompt}`, () => ({ queueId: String(ids.foreignQueue) })],
  ])("%s refuses another company's id, written as a text", async (_what, path, patch) => {
    // Receipts of what was sent before may still come in, and raise the version.
    const read = async () => ({ ...(await get(path())), lastMessageAck: undefined, version: undefined })
    const before = await read()
    const sent = await send('admin', 'PUT', path(), patch())
    expect(sent.status).toBeGreaterThanOrEqual(400)
    expect(await read()).toEqual(before)
  })

  it.each([
    ['/campaigns', () => ({ name: 'Delas', contactListId: String(ids.foreignList) })],
    ['/campaigns', () => ({ name: 'Delas', tagListId: String(ids.foreignTag) })],
    [
      '/contact-list-items',
      () => ({ name: 'Ana', number: '5511955550111', contactListId: String(ids.foreignList) }),
    ],
    ['/chats', () => ({ title: 'Delas', users: [{ id: String(ids.foreignUser), name: 'Bia' }] })],
    ['/tags/sync', () => ({ ticketId: ids.ticket, tags: [{ id: String(ids.foreignTag) }] })],
  ])("POST %s refuses another company's id, written as a text", async (path, body) => {
    expect((await send('admin', 'POST', path, body())).status).toBeGreaterThanOrEqual(400)
  })

  it.each([
    ['/schedules', { body: 'lembrete', sendAt: '2998-01-01T12:00', contactId: '' }, 'Contato: obrigatório.'],
    ['/tags', { name: '' }, 'Nome: obrigatório.'],
    [
      '/contact-list-items',
      { name: 'Ana', number: '5511955550112', contactListId: '' },
      'Lista de contatos: obrigatório.',
    ],
    ['/prompt', { name: 'Sem fila', prompt: 'x', queueId: false }, 'Fila: obrigatório.'],
    ['/tickets', { contactId: null }, 'Contato: obrigatório.'],
    [
      '/queue',
      {
        name: 'Dois turnos',
        color: '#321321',
        schedules: [
          { ...week[0], startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '' },
        ],
      },
      'Horários › startTimeB: campo desconhecido.',
    ],
    ['/ticket-notes', { note: 'a', ticketId: '1', contactId: '1' }, 'Observação: muito curto.'],
  ])('to %s without what it needs is refused by name, in the caller’s words', async (path, body, error) => {
    const sent = await send('admin', 'POST', path, body, { 'accept-language': 'pt-BR' })
    expect(sent).toMatchObject({ status: 400, body: { error, code: 'ERR_VALIDATION' } })
  })
})

describe('an empty value in a PUT', () => {
  const list = () => `/contact-lists/${ids.list}`

  it.each([
    ['clears a reference', () => `/queue/${ids.queue}`, { integrationId: '' }, { integrationId: null }],
    [
      'clears a text by null',
      () => `/queue/${ids.queue}`,
      { greetingMessage: null },
      { greetingMessage: '' },
    ],
    [
      'leaves a figure that cannot be none',
      () => `/prompt/${ids.prompt}`,
      { maxTokens: '' },
      { maxTokens: 100 },
    ],
  ])('%s', async (_what, path, patch, shows) => {
    await call('admin')('PUT', `/queue/${ids.queue}`, {
      greetingMessage: 'Olá',
      integrationId: ids.integration,
    })
    const before = await get(path())
    expect(await send('admin', 'PUT', path(), patch)).toMatchObject({
      status: path().startsWith('/queue') ? 201 : 200,
    })
    const { updatedAt, ...after } = await get(path())
    expect(after).toMatchObject(shows)
    expect({
      ...after,
      ...Object.fromEntries(Object.keys(shows).map((key) => [key, before[key]])),
      updatedAt,
    }).toEqual({
      ...before,
      updatedAt,
    })
  })

  it('names the field that stayed', async () => {
    expect((await send('admin', 'PUT', `/prompt/${ids.prompt}`, { maxTokens: '' })).ignored).toEqual([
      'maxTokens',
    ])
  })

  it.each([
    ['a prompt’s queue', () => `/prompt/${ids.prompt}`, { queueId: '' }],
    ['a company’s plan', () => `/companies/${desk.demo.id}`, { planId: '' }],
    ['a list’s name', list, { name: '' }],
  ])('is refused for %s', async (_what, path, patch) => {
    const who = path().startsWith('/companies') ? 'super' : 'admin'
    const before = await get(path(), who)
    expect((await send(who, 'PUT', path(), patch)).status).toBe(400)
    expect(await get(path(), who)).toEqual(before)
  })
})

import type { ConnectionView, QueueView, SimulatorOutboundItem, UserView } from '@balcao/contracts'
import { buildSheet } from '@balcao/testkit'
import type { Page } from 'playwright-core'

import { startBrowserDesk, story } from './support/browser-desk'
import { createApiCall, until, type Call } from './support/company'
import { serveFamilyPage, type ServedPage } from './support/serve-family-page'
import { logIn, pendingInSales } from './support/ticket-screens'

/* A page that calls and listens as front ends of the family do, on an origin of its own, against the built product. */

const NUMBER = '5511944440077'
const LUCIA = 'Lúcia Prado'

interface PageState {
  refused: string[]
  refreshes: number
  token: string | null
}

interface FamilyPage {
  page: Page
  faults: string[]
  state(): Promise<PageState>
  /** A call of the page's `client`. */
  run<T = unknown>(call: string): Promise<T>
  shows(list: string, text: string): Promise<void>
}

let served: ServedPage
let url: string
let ana: FamilyPage
let admin: FamilyPage
let bruno: UserView
let queue: QueueView
let connection: ConnectionView
let phone: Call
let api: Call

// Before the desk starts: it is told the page's origin.
beforeAll(async () => {
  served = await serveFamilyPage()
})
afterAll(() => served.stop())

const says = (body: string) =>
  phone('post', '/simulator/inbound', {
    messages: [{ connection: connection.id, number: NUMBER, name: LUCIA, body }],
  })

startBrowserDesk(
  'family',
  async (desk) => {
    url = desk.url
    const open = async (email: string): Promise<FamilyPage> => {
      const context = await desk.browser.newContext({ locale: 'pt-BR' })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      await page.goto(`${served.origin}/?desk=${encodeURIComponent(url)}`)
      const run = <T>(call: string) => page.evaluate<T>(`client.${call}`)
      await run(`signIn('${email}', 'balcao123')`)
      return {
        page,
        faults,
        run,
        state: () => run<PageState>('state()'),
        shows: (list, text) => page.locator(`#${list} li`).filter({ hasText: text }).first().waitFor(),
      }
    }
    ;({ call: api } = await logIn(url, 'super@demo.local'))
    // A company without an end is one that is over to those pages.
    await api('put', '/companies/1', { dueDate: new Date(Date.now() + 30 * 86_400_000).toISOString() })
    phone = createApiCall(url)
    connection = (await api<ConnectionView[]>('get', '/whatsapp')).body[0]!
    queue = (await api<QueueView[]>('get', '/queue')).body.find(({ name }) => name === 'Vendas')!
    const { body } = await api<{ users: UserView[] }>('get', '/users?searchParam=bruno')
    bruno = body.users[0]!
    await says('Oi, tudo bem?')
    const ticket = await pendingInSales(url, NUMBER)
    const agent = await logIn(url, 'ana@demo.local')
    await agent.call('put', `/tickets/${ticket.id}`, { status: 'open', userId: agent.user.id })
    ana = await open('ana@demo.local')
    admin = await open('admin@demo.local')
  },
  { env: () => ({ PUBLIC_ORIGINS: served.origin }) },
)

const findOutbound = async (text: string) => {
  const { body } = await phone<{ items: SimulatorOutboundItem[] }>(
    'get',
    `/simulator/outbound?connection=${connection.id}`,
  )
  return body.items.filter((item) => JSON.stringify(item).includes(text))
}

story('a front end of the family', () => {
  afterEach(async () => {
    for (const each of [ana, admin]) {
      expect(each.faults).toEqual([])
      expect((await each.state()).refused).toEqual([])
    }
  })

  it('signs in, and its user stays whole when colleagues change it', async () => {
    await ana.page.locator('body[data-live=true]').waitFor()
    await ana.shows('queues', queue.name)
    const user = await ana.run<{ id: number; name: string }>('user()')
    await admin.run(`ask('PUT', '/users/${user.id}', { name: 'Ana Souza', queueIds: [${queue.id}] })`)
    await until(
      async () => (await ana.run<string>('user().name')) === 'Ana Souza' || undefined,
      'the new name',
    )
    await ana.shows('queues', queue.name)
    expect(await ana.page.locator('#company').textContent()).toMatch(/ user$/)
  })

  it('is signed in again after a reload, by its cookie alone', async () => {
    await ana.page.reload()
    await ana.page.locator('body[data-live=true]').waitFor()
    await ana.shows('tickets', LUCIA)
    expect((await ana.state()).refreshes).toBe(1)
  })

  it('reads a conversation, which marks it as read, and hears what comes', async () => {
    await says('Vocês abrem amanhã?')
    await ana.shows('tickets', 'Vocês abrem amanhã?')
    await ana.run(`openTicket('${LUCIA}')`)
    await ana.shows('messages', 'Oi, tudo bem?')
    await ana.shows('tickets', `${LUCIA} Vocês abrem amanhã? 0`)
    await says('E no domingo?')
    await ana.shows('messages', 'E no domingo?')
  })

  it('answers once, and sees its own words', async () => {
    await ana.run(`answer('Abrimos às nove')`)
    await ana.shows('messages', 'Abrimos às nove')
    await until(
      async () => ((await findOutbound('Abrimos às nove')).length > 0 ? true : undefined),
      'the answer',
    )
    expect(await findOutbound('Abrimos às nove')).toHaveLength(1)
  })

  it('resolves, and the ticket leaves its list', async () => {
    await ana.run('resolve()')
    await ana.page.locator('#tickets li').filter({ hasText: LUCIA }).waitFor({ state: 'detached' })
  })

  const forms: [string, string, () => object][] = [
    ['a tag', '/tags', () => ({ name: 'Família', color: '', kanban: 0, userId: 1 })],
    [
      'a contact',
      '/contacts',
      () => ({ name: 'Da família', number: '5511944440078', email: '', disableBot: false }),
    ],
    [
      'a quick message',
      '/quick-messages',
      () => ({
        shortcode: 'fam',
        message: 'Olá',
        geral: false,
        status: true,
        isMedia: false,
        mediaPath: null,
      }),
    ],
    [
      'a user',
      '/users',
      () => ({
        name: 'Fábio',
        email: 'fabio@familia.example',
        password: 'uma-senha-longa',
        profile: 'user',
        allTicket: 'desabled',
        whatsappId: false,
        queueIds: [queue.id],
      }),
    ],
    [
      'a queue',
      '/queue',
      () => ({
        name: 'Da família',
        color: '#0a3d62',
        greetingMessage: '',
        outOfHoursMessage: '',
        orderQueue: '',
        integrationId: '',
        promptId: '',
        schedules: [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }],
      }),
    ],
    [
      'a prompt',
      '/prompt',
      () => ({
        name: 'Da família',
        prompt: 'Seja gentil',
        voice: 'texto',
        voiceKey: '',
        voiceRegion: '',
        maxTokens: 100,
        temperature: 1,
        apiKey: 'sk-teste',
        queueId: queue.id,
        maxMessages: 10,
      }),
    ],
    [
      'an integration',
      '/queueIntegration',
      () => ({
        type: 'n8n',
        name: 'Da família',
        projectName: '',
        jsonContent: '',
        language: '',
        urlN8N: 'https://example.com/hook',
        typebotDelayMessage: 1000,
        typebotExpires: 1,
        typebotKeywordFinish: '',
        typebotKeywordRestart: '',
        typebotRestartMessage: '',
        typebotSlug: '',
        typebotUnknownMessage: '',
      }),
    ],
    [
      'a list of files',
      '/files',
      () => ({
        name: 'Da família',
        message: 'Segue',
        options: [{ name: 'Tabela', path: '', mediaType: '' }],
      }),
    ],
    ['a contact list', '/contact-lists', () => ({ name: 'Da família' })],
  ]
  it.each(forms)('makes %s by its form', async (_name, path, body) => {
    await admin.run(`ask('POST', '${path}', ${JSON.stringify(body())})`)
  })

  it('makes a person of a list and a campaign by their forms', async () => {
    const list = await admin.run<{ id: number }>(`ask('POST', '/contact-lists', { name: 'Da campanha' })`)
    const person = { name: 'Rui', number: '5511944440079', email: '', contactListId: String(list.id) }
    await admin.run(`ask('POST', '/contact-list-items', ${JSON.stringify(person)})`)
    const campaign = {
      name: 'Da família',
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].flatMap((n) => [
          [`message${n}`, n === 1 ? 'Oi' : null],
          [`confirmationMessage${n}`, null],
        ]),
      ),
      status: 'INATIVA',
      confirmation: false,
      scheduledAt: null,
      whatsappId: String(connection.id),
      contactListId: String(list.id),
      tagListId: 'Nenhuma',
      companyId: 1,
    }
    await admin.run(`ask('POST', '/campaigns', ${JSON.stringify(campaign)})`)
  })

  it('sees what a colleague makes, without a reload', async () => {
    await ana.shows('tags', 'Família')
    await admin.run(`ask('POST', '/tags', { name: 'Urgente na família', color: '#b71c1c', kanban: 0 })`)
    await ana.shows('tags', 'Urgente na família #b71c1c')
  })

  interface Noun {
    path: string
    body(ids: { contact: number }): Record<string, unknown>
    /** The field that changes; `name` unless said. */
    key?: string
    by?: 'ana' | 'operator'
    watched?: 'admin'
  }
  const nouns: Record<string, Noun> = {
    contact: { path: '/contacts', body: () => ({ number: '5511944440091', email: '', extraInfo: [] }) },
    queue: {
      path: '/queue',
      body: () => ({ color: '#0a3d63', greetingMessage: '', outOfHoursMessage: '', schedules: [] }),
    },
    user: {
      path: '/users',
      body: () => ({
        email: 'viva@familia.example',
        password: 'uma-senha-longa',
        profile: 'user',
        allTicket: 'desabled',
        whatsappId: '',
        queueIds: [],
      }),
    },
    'quick message': {
      path: '/quick-messages',
      key: 'shortcode',
      body: () => ({ message: 'Olá', geral: true, isMedia: false, mediaPath: null }),
    },
    announcement: {
      path: '/announcements',
      key: 'title',
      by: 'operator',
      body: () => ({ text: 'leiam', priority: 1, status: true }),
    },
    schedule: {
      path: '/schedules',
      key: 'body',
      by: 'ana',
      watched: 'admin',
      body: ({ contact }) => ({ contactId: contact, sendAt: '2099-01-01T10:00', sentAt: '', userId: 1 }),
    },
    prompt: {
      path: '/prompt',
      watched: 'admin',
      by: 'operator',
      body: () => ({
        prompt: 'Seja gentil',
        voice: 'texto',
        maxTokens: 100,
        temperature: 1,
        apiKey: 'sk-teste',
        queueId: queue.id,
        maxMessages: 10,
      }),
    },
  }
  it.each(Object.entries(nouns))('sees how a colleague makes, changes and deletes: %s', async (noun, row) => {
    const { key = 'name', path } = row
    const watching = row.watched === 'admin' ? admin : ana
    // The session of the beginning was taken over.
    ;({ call: api } = await logIn(url, 'super@demo.local'))
    const ask = <T>(method: 'post' | 'put' | 'delete', at: string, body?: object): Promise<T> => {
      if (row.by === 'operator') return api<T>(method, at, body).then((answer) => answer.body)
      const page = row.by === 'ana' ? ana : admin
      return page.run<T>(`ask('${method.toUpperCase()}', '${at}', ${JSON.stringify(body)})`)
    }
    const { body: found } = await api<{ contacts: { id: number }[] }>('get', '/contacts')
    const fields = row.body({ contact: found.contacts[0]!.id })
    const { id } = await ask<{ id: number }>('post', path, { ...fields, [key]: `Viva ${noun}` })
    await watching.shows('records', `Viva ${noun}`)
    await ask('put', `${path}/${id}`, { ...fields, id, [key]: `Outra ${noun}` })
    await watching.shows('records', `Outra ${noun}`)
    await ask('delete', `${path}/${id}`)
    await watching.page
      .locator('#records li')
      .filter({ hasText: `Outra ${noun}` })
      .waitFor({ state: 'detached' })
  })

  it('gets a ticket that a colleague transfers, hears their words in it, and loses it when they close it', async () => {
    const user = await ana.run<{ id: number }>('user()')
    await says('Bom dia, de novo')
    const ticket = await pendingInSales(url, NUMBER)
    const put = (body: object) => admin.run(`ask('PUT', '/tickets/${ticket.id}', ${JSON.stringify(body)})`)
    await put({ userId: user.id, queueId: queue.id, whatsappId: connection.id, status: 'open' })
    await ana.shows('tickets', LUCIA)
    await ana.run(`openTicket('${LUCIA}')`)
    const words = { read: 1, fromMe: true, mediaUrl: '', body: 'Aqui é a Marina', quotedMsg: null }
    await admin.run(`ask('POST', '/messages/${ticket.id}', ${JSON.stringify(words)})`)
    await ana.shows('messages', 'Aqui é a Marina')
    await put({ status: 'closed', userId: user.id })
    await ana.page.locator('#tickets li').filter({ hasText: LUCIA }).waitFor({ state: 'detached' })
  })

  it.each(['/contacts/upload', '/contact-lists/{list}/upload'])('sends a spreadsheet to %s', async (path) => {
    const { id } = await admin.run<{ id: number }>(
      `ask('POST', '/contact-lists', { name: 'Planilha ${path.length}' })`,
    )
    const rows = [
      ['nome', 'numero', 'e-mail'],
      ['Da Planilha', 5511944440090, ''],
    ]
    const bytes = buildSheet(rows).toString('base64')
    await admin.run(`upload('${path.replace('{list}', String(id))}', 'planilha.xlsx', '${bytes}')`)
    const find =
      path === '/contacts/upload'
        ? '/contacts?searchParam=planilha'
        : `/contact-list-items?searchParam=&contactListId=${id}`
    await until(async () => {
      const { contacts } = await admin.run<{ contacts: { name: string }[] }>(`ask('GET', '${find}')`)
      return contacts.some(({ name }) => name === 'Da Planilha') || undefined
    }, 'the person of the spreadsheet')
  })

  it('chats with members alone, live for the sender too', async () => {
    const user = await ana.run<{ id: number; name: string }>('user()')
    const made = { title: 'Turno da manhã', users: [{ id: user.id, name: user.name }] }
    const chat = await admin.run<{ id: number }>(`ask('POST', '/chats', ${JSON.stringify(made)})`)
    await ana.shows('chats', 'Turno da manhã')
    await admin.run(`ask('POST', '/chats/${chat.id}/messages', { message: 'Bom dia' })`)
    await ana.shows('chats', 'Turno da manhã Marina: Bom dia 1')
    await admin.shows('chats', 'Turno da manhã Marina: Bom dia 0')
    const outsider = createApiCall(
      url,
      (
        await createApiCall(url)<{ token: string }>('post', '/auth/login', {
          email: bruno.email,
          password: 'balcao123',
        })
      ).body.token,
    )
    const { body } = await outsider<{ records: { id: number }[] }>('get', '/chats')
    expect(body.records.map(({ id }) => id)).not.toContain(chat.id)
  })
})

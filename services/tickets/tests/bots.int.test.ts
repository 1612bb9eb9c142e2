import { MAX_OPTION_LEVELS, type QueueOptionView } from '@balcao/contracts'
import type { DeskEvent } from '@balcao/contracts/wire'
import { HOUR, type Session } from '@balcao/kernel'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  callsTo,
  clearOutbox,
  codeOf,
  COMPANY,
  connection,
  deliver,
  FOREIGN,
  outbox,
  person,
  queue,
  received,
  rig,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let vendas: number
let suporte: number

const GREETING = 'Olá, {{firstName}}!'
const MENU = '[ 1 ] - Vendas\n[ 2 ] - Suporte'

const rows = (text: string, values: unknown[] = []) => desk.pg.sql<Record<string, unknown>>(text, values)
const tickets = () => rows('SELECT * FROM tickets.tickets ORDER BY id')

/* What the customers were sent since the last call. */
async function said(): Promise<unknown[]> {
  const sent = await outbox(desk, 'outboundRequested')
  await clearOutbox(desk)
  return sent.map(({ body }) => body['outboundRequested']?.['body'])
}

async function setRules(rules: Record<string, unknown>, id = 1, company = COMPANY): Promise<void> {
  await rows('UPDATE tickets.connections SET rules = rules || $3 WHERE company_id = $1 AND id = $2', [
    company,
    id,
    JSON.stringify(rules),
  ])
}

async function setSetting(key: string, value: string): Promise<void> {
  desk.settings[key] = value
  for (const company of [COMPANY, FOREIGN]) await desk.ports.cache.delete(`tickets:${company}:settings`)
}

const write = (body: string, fields: Parameters<typeof received>[1] = {}) =>
  deliver(desk, INBOUND_GROUP, received(desk, { body, ...fields }))

/* The content of a message that came without it. */
const fill = (waId: string, fields: Parameters<typeof received>[1]) => {
  const arrived = received(desk, { ...fields, waId })
  const body = { ...arrived.body, $case: 'placeholderFilled' } as DeskEvent['body']
  return deliver(desk, INBOUND_GROUP, { ...arrived, body })
}

/* Each text of the customer, and what was said to it. */
async function talk(texts: readonly string[]): Promise<unknown[][]> {
  const answers: unknown[][] = []
  for (const body of texts) {
    await write(body)
    answers.push(await said())
  }
  return answers
}

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  suporte = await queue(desk, 'Suporte')
})

beforeEach(async () => {
  await desk.pg.empty(
    'tickets.contacts',
    'tickets.contact_merges',
    'tickets.connections',
    'tickets.message_documents',
    'tickets.inbox',
    'tickets.outbox',
  )
  await rows(
    `UPDATE tickets.queues SET greeting_message = 'Aqui é ' || name, out_of_hours_message = '', schedules = '[]'`,
  )
  await connection(desk, 1, { isDefault: true, queueIds: [suporte, vendas] })
  await rows('UPDATE tickets.queues SET order_queue = id')
  await setRules({ greetingMessage: GREETING })
  for (const key of Object.keys(desk.settings)) delete desk.settings[key]
  await setSetting('CheckMsgIsGroup', 'disabled')
})

describe('a number with two queues', () => {
  it('shows its menu and puts the ticket into the chosen queue', async () => {
    expect(await talk(['oi', '2', 'preciso de ajuda'])).toEqual([
      [`Olá, Joana!\n\n${MENU}`],
      ['Aqui é Suporte'],
      [],
    ])
    expect(await tickets()).toMatchObject([
      {
        status: 'pending',
        queue_id: suporte,
        user_id: null,
        chatbot: false,
        unread_messages: 3,
        message_seq: 5,
      },
    ])
  })

  it('marks the ticket while the customer is in the menu, and tells screens', async () => {
    await write('oi')
    expect(await tickets()).toMatchObject([
      { queue_id: null, chatbot: true, last_message_from_me: true, last_received: 'oi' },
    ])
    const [appended] = await outbox(desk, 'messageAppended')
    expect(appended?.body['messageAppended']).toMatchObject({ ticket: { chatbot: true } })
    await clearOutbox(desk)
    await write('1')
    const [chosen] = await outbox(desk, 'messageAppended')
    const shown = chosen?.body['messageAppended']?.['ticket'] as Record<string, unknown>
    expect(shown).toMatchObject({ queue: { id: vendas } })
    expect(shown['chatbot']).toBeUndefined()
  })

  it('answers a message once, however often its event comes', async () => {
    const event = received(desk, { body: 'oi' })
    await deliver(desk, INBOUND_GROUP, event)
    await deliver(desk, INBOUND_GROUP, event)
    expect(await said()).toHaveLength(1)
  })

  it('repeats its menu as often as the connection says', async () => {
    await setRules({ maxUseBotQueues: 2 })
    expect((await talk(['oi', 'x', 'y', '1'])).map((answers) => answers.length)).toEqual([1, 1, 0, 1])
  })

  it('writes its choices as the setting says, in the language of the company', async () => {
    await setSetting('chatBotType', 'list')
    await setSetting('language', 'es')
    await setRules({ greetingMessage: '' })
    expect(await talk(['oi'])).toEqual([
      ['Elija un sector y responda con el número:\n\n*1.* Vendas\n*2.* Suporte'],
    ])
  })

  it('waits for the content of a message that came without it, and answers to it once', async () => {
    await talk(['oi'])
    await write('', { waId: 'P1', kind: 'placeholder' })
    expect(await said()).toEqual([])
    await fill('P1', { kind: 'phoneOnly', body: '' })
    expect(await said()).toEqual([])
    await fill('P1', { body: '2', company: FOREIGN })
    expect(await said()).toEqual([])
    await fill('P1', { body: '2' })
    expect(await said()).toEqual(['Aqui é Suporte'])
    await fill('P1', { body: '1' })
    expect(await said()).toEqual([])
    expect(await tickets()).toMatchObject([{ queue_id: suporte, chatbot: false, unread_messages: 2 }])
  })

  it('answers neither a content that comes after another message, nor one of an unknown kind', async () => {
    await talk(['oi'])
    await write('', { waId: 'P2', kind: 'placeholder' })
    await write('', { waId: 'U1', kind: 'unsupported' })
    expect(await said()).toEqual([])
    await fill('P2', { body: '1' })
    expect(await said()).toEqual([])
    expect(await talk(['2'])).toEqual([['Aqui é Suporte']])
  })

  it('greets who begins with a message without content, and does not read the content as a choice', async () => {
    await write('', { waId: 'P3', kind: 'placeholder' })
    expect(await said()).toEqual([`Olá, Joana!\n\n${MENU}`])
    await fill('P3', { body: '2' })
    expect(await said()).toEqual([])
  })

  it("leaves out another company's queues", async () => {
    const foreign = await queue(desk, 'Alheia', FOREIGN)
    await rows('UPDATE tickets.connections SET queue_ids = $1', [[vendas, foreign]])
    expect(await talk(['oi'])).toEqual([[]])
    expect(await tickets()).toMatchObject([{ queue_id: vendas }])
  })

  it('begins anew when a closed ticket is reopened', async () => {
    await talk(['oi', '2'])
    await rows(`UPDATE tickets.tickets SET status = 'closed', closed_at = now(), bot = NULL`)
    expect(await talk(['oi de novo'])).toEqual([[`Olá, Joana!\n\n${MENU}`]])
    expect(await tickets()).toMatchObject([{ status: 'pending', queue_id: null }])
  })
})

describe('a bot is silent', () => {
  it('while an agent holds the ticket, and after it waits again', async () => {
    const ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas, suporte], allTicket: true })
    await talk(['oi'])
    const id = Number((await tickets())[0]?.['id'])
    expect((await call(ana, 'PUT', `/tickets/${id}`, { status: 'open' })).status).toBe(200)
    await said()
    expect(await talk(['2', '#'])).toEqual([[], []])
    await call(ana, 'PUT', `/tickets/${id}`, { status: 'pending', userId: null })
    await said()
    expect(await talk(['x'])).toEqual([[]])
    expect(await talk(['#'])).toEqual([[`Olá, Joana!\n\n${MENU}`]])
  })

  it.each([
    ['in a group', { isGroup: true, remoteJid: '120363000000000000@g.us' }],
    ['to what the phone itself wrote', { fromMe: true }],
    ['to a status post', { remoteJid: 'status@broadcast' }],
    ['to a channel', { remoteJid: '120363000000000001@newsletter' }],
  ])('%s', async (_, fields) => {
    await write('oi', fields)
    expect(await said()).toEqual([])
  })

  it('when somebody answers on the phone', async () => {
    await talk(['oi'])
    await write('Bom dia, é a Ana', { fromMe: true })
    expect(await talk(['2'])).toEqual([[]])
  })

  it('in a ticket that a program put into a queue', async () => {
    await write('oi')
    await rows('UPDATE tickets.tickets SET bot = NULL, queue_id = $1', [vendas])
    await said()
    expect(await talk(['obrigado'])).toEqual([[]])
  })

  it('after thirty answers in an hour', async () => {
    await setRules({ maxUseBotQueues: 0 })
    const texts = Array.from({ length: 34 }, (_, index) => `automatic reply ${index}`)
    expect((await talk(texts)).flat()).toHaveLength(30)
  })
})

describe('a number with one queue or none', () => {
  it('without queues greets once', async () => {
    await rows(`UPDATE tickets.connections SET queue_ids = '{}'`)
    expect(await talk(['oi', 'alguém?'])).toEqual([['Olá, Joana!'], []])
  })

  it('with one queue greets where the setting asks for it', async () => {
    await rows('UPDATE tickets.connections SET queue_ids = $1', [[vendas]])
    expect(await talk(['oi'])).toEqual([[]])
    await rows('DELETE FROM tickets.tickets')
    await setSetting('sendGreetingMessageOneQueues', 'enabled')
    expect(await talk(['oi', 'oi'])).toEqual([['Olá, Joana!'], []])
    expect(await tickets()).toMatchObject([{ queue_id: vendas }])
  })
})

describe('a queue with options', () => {
  const option = (title: string, position: number, parentId: number | null, media: object | null = null) =>
    rows(
      `INSERT INTO tickets.queue_options (company_id, queue_id, parent_id, title, message, position, media)
       VALUES ($1, $2, $3, $4, $4 || '!', $5, $6) RETURNING id`,
      [COMPANY, vendas, parentId, title, position, media && JSON.stringify(media)],
    ).then(([row]) => Number(row?.['id']))

  it('leads through its menus to a leaf with a file, which the message gets a copy of', async () => {
    const prices = await option('Preços', 1, null)
    await option('Entrega', 2, null)
    const key = `company-${COMPANY}/prices.pdf`
    const media = {
      key,
      name: 'prices.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 3,
      width: 0,
      height: 0,
      durationSeconds: 0,
    }
    await desk.ports.blobs.put(key, Buffer.from('pdf'))
    await option('Tabela', 1, prices, media)
    await option('Promoções', 2, prices)
    const answers = await talk(['oi', '1', '1'])
    expect(answers.slice(1)).toEqual([
      ['Aqui é Vendas\n\n[ 1 ] - Preços\n[ 2 ] - Entrega\n[ 0 ] - Voltar ao menu anterior'],
      ['Preços!\n\n[ 1 ] - Tabela\n[ 2 ] - Promoções\n[ 0 ] - Voltar ao menu anterior\n[ # ] - Menu inicial'],
    ])
    await write('1')
    const [sent] = await outbox(desk, 'outboundRequested')
    const copy = sent?.body['outboundRequested']?.['media'] as { key: string; name: string }
    expect(sent?.body['outboundRequested']).toMatchObject({ body: 'Tabela!', media: { name: 'prices.pdf' } })
    expect(copy.key).not.toBe(key)
    expect(await desk.ports.blobs.info(copy.key)).toMatchObject({ sizeBytes: 3 })
    expect(await rows('SELECT key FROM tickets.pending_blobs')).toEqual([])
    expect(await tickets()).toMatchObject([{ queue_id: vendas, chatbot: false }])
    await rows('DELETE FROM tickets.queue_options')
  })
})

describe('out of hours', () => {
  const never = JSON.stringify(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekdayEn) => ({
      weekday: weekdayEn,
      weekdayEn,
      startTime: '00:00',
      endTime: '00:00',
    })),
  )

  it('a closed queue says so once an hour and has the ticket', async () => {
    await setSetting('scheduleType', 'queue')
    await rows(`UPDATE tickets.queues SET schedules = $1, out_of_hours_message = 'Fechado' WHERE id = $2`, [
      never,
      vendas,
    ])
    const hint = 'Para escolher outro setor, responda #.'
    expect(await talk(['oi', '1', 'alô?'])).toEqual([[`Olá, Joana!\n\n${MENU}`], [`Fechado\n\n${hint}`], []])
    expect(await tickets()).toMatchObject([{ queue_id: vendas, status: 'pending' }])
    desk.ports.clock.advance(HOUR)
    expect(await talk(['alô?'])).toEqual([['Fechado']])
  })

  it('is a matter of the company and its zone', async () => {
    await setSetting('scheduleType', 'company')
    const noonOnly = [{ weekday: '', weekdayEn: 'friday', startTime: '12:00', endTime: '13:00' }]
    desk.hours.set(COMPANY, { schedules: noonOnly, timeZone: 'America/Sao_Paulo' })
    desk.hours.set(FOREIGN, { schedules: noonOnly, timeZone: 'Asia/Tokyo' })
    await connection(desk, 1, { company: FOREIGN })
    await setRules({ outOfHoursMessage: 'Fechado', greetingMessage: 'Olá' }, 1, FOREIGN)
    await rows(`UPDATE tickets.connections SET queue_ids = '{}' WHERE company_id = $1`, [COMPANY])
    await setRules({ outOfHoursMessage: 'Fechado', greetingMessage: 'Olá' })
    // A Friday, 12:30 in São Paulo and 00:30 of Saturday in Tokyo, where no hours apply; an hour before is Friday 23:30.
    desk.ports.clock.set(new Date('2030-11-22T15:30:00Z'))
    expect(await talk(['oi'])).toEqual([['Olá']])
    desk.ports.clock.set(new Date('2030-11-22T14:30:00Z'))
    await write('oi', { company: FOREIGN })
    expect(await said()).toEqual(['Fechado'])
    await write('oi', { number: '5511955550102' })
    expect(await said()).toEqual(['Fechado'])
  })

  it('nothing is said while an agent holds the ticket', async () => {
    await setSetting('scheduleType', 'queue')
    await rows(`UPDATE tickets.queues SET schedules = $1, out_of_hours_message = 'Fechado'`, [never])
    await talk(['oi'])
    await rows(`UPDATE tickets.tickets SET status = 'open', user_id = 2, queue_id = $1`, [vendas])
    expect(await talk(['oi?'])).toEqual([[]])
  })
})

const pdf = (content = '%PDF-1.4 tabela') => {
  const form = new FormData()
  form.append('file', new Blob([content], { type: 'application/pdf' }), 'tabela.pdf')
  return form
}

describe('options of a queue', () => {
  let admin: Session
  let agent: Session
  let stranger: Session
  let menu: number
  beforeAll(async () => {
    admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
    agent = await person(desk, { id: 22, name: 'Ana', queueIds: [vendas] })
    stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  })
  beforeEach(async () => {
    menu = await queue(desk, `Menu ${desk.ports.ids.token(4)}`)
  })

  const add = async (title: string, fields: Record<string, unknown> = {}) => {
    const answer = await call(admin, 'POST', '/queue-options', { queueId: menu, title, ...fields })
    expect([answer.status, answer.body['error']]).toEqual([200, undefined])
    return answer.body as unknown as QueueOptionView
  }
  const list = async (query = '') =>
    (await call(admin, 'GET', `/queue-options?queueId=${menu}${query}`)).body as unknown as QueueOptionView[]
  const tree = async () =>
    (await list()).map(({ title, option, parentId }) => [title, option, parentId] as const)
  const put = (id: number, patch: unknown) => call(admin, 'PUT', `/queue-options/${id}`, patch)

  it('are a tree: made at a number, narrowed by parent, renumbered when one goes', async () => {
    const a = await add('A', { parentId: -1, message: 'Diga' })
    const c = await add('C')
    const b = await add('B', { option: '2' })
    const below = await add('B1', { parentId: b.id })
    expect(a).toEqual({
      id: a.id,
      queueId: menu,
      parentId: null,
      title: 'A',
      message: 'Diga',
      option: '1',
      mediaPath: null,
      mediaName: null,
    })
    expect(await tree()).toEqual([
      ['A', '1', null],
      ['B', '2', null],
      ['B1', '1', b.id],
      ['C', '3', null],
    ])
    expect((await list('&parentId=-1')).map(({ title }) => title)).toEqual(['A', 'B', 'C'])
    expect(await list(`&parentId=${b.id}`)).toEqual([below])
    expect(await list(`&queueOptionId=${c.id}`)).toMatchObject([{ title: 'C', option: '3' }])
    await clearOutbox(desk)
    expect((await call(admin, 'DELETE', `/queue-options/${b.id}`)).status).toBe(200)
    expect(await tree()).toEqual([
      ['A', '1', null],
      ['C', '2', null],
    ])
    expect(await outbox(desk)).toMatchObject([
      {
        type: 'queueOptionsChanged',
        ordering_key: `queue:${menu}`,
        body: { queueOptionsChanged: { queueId: menu } },
      },
    ])
  })

  it('move within their queue, with all below them, and keep what a patch does not name', async () => {
    const [a, b] = [await add('A', { message: 'Um' }), await add('B')]
    const leaf = await add('A1', { parentId: a.id })
    expect((await put(b.id, { option: '1' })).body).toMatchObject({ option: '1', parentId: null })
    expect((await put(a.id, { parentId: b.id })).body).toMatchObject({ option: '1', message: 'Um' })
    expect(await tree()).toEqual([
      ['B', '1', null],
      ['A', '1', b.id],
      ['A1', '1', a.id],
    ])
    for (const parentId of [a.id, leaf.id])
      expect(codeOf(await put(a.id, { parentId }))).toEqual([409, 'ERR_QUEUE_OPTION_IN_ITSELF'])
    expect(codeOf(await put(a.id, { parentId: 99_999 }))).toEqual([404, 'ERR_NO_QUEUE_OPTION_FOUND'])
    await clearOutbox(desk)
    expect((await put(a.id, { title: 'A', parentId: b.id, option: '1' })).status).toBe(200)
    expect(await outbox(desk)).toEqual([])
  })

  it(`have ${MAX_OPTION_LEVELS} levels`, async () => {
    let parentId: number | null = null
    for (let level = 1; level <= MAX_OPTION_LEVELS; level += 1)
      parentId = (await add(`Nível ${level}`, { parentId })).id
    expect(
      codeOf(await call(admin, 'POST', '/queue-options', { queueId: menu, parentId, title: 'Fundo' })),
    ).toEqual([409, 'ERR_QUEUE_OPTION_TOO_DEEP'])
    const [first] = await list()
    expect(codeOf(await put((await add('Outra')).id, { parentId }))).toEqual([
      409,
      'ERR_QUEUE_OPTION_TOO_DEEP',
    ])
    expect(codeOf(await put(first?.id ?? 0, { parentId }))).toEqual([409, 'ERR_QUEUE_OPTION_IN_ITSELF'])
  })

  it('are numbered without gaps after parallel creates and deletes', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, (_, index) => add(`Opção ${index}`)))
    await Promise.all(
      made
        .filter((_, index) => index % 2 === 0)
        .map(({ id }) => call(admin, 'DELETE', `/queue-options/${id}`)),
    )
    expect((await list()).map(({ option }) => option)).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('carry a file, and go with their queue', async () => {
    const { id } = await add('Tabela')
    const attached = await call(admin, 'POST', `/queue-options/${id}/media-upload`, pdf())
    expect(attached.body).toMatchObject({ title: 'Tabela', mediaName: 'tabela.pdf' })
    expect(String(attached.body['mediaPath'])).toMatch(/^\/public\/m\/.+\?/)
    expect(await desk.pg.sql('SELECT FROM tickets.pending_blobs')).toEqual([])
    const empty = await call(admin, 'POST', `/queue-options/${id}/media-upload`, pdf(''))
    expect(codeOf(empty)).toEqual([400, 'ERR_MEDIA_EMPTY'])
    const off = await call(admin, 'DELETE', `/queue-options/${id}/media-upload`)
    expect(off.body).toMatchObject({ mediaPath: null, mediaName: null })
    expect((await call(admin, 'DELETE', `/queue/${menu}`)).status).toBe(200)
    expect(await desk.pg.sql('SELECT FROM tickets.queue_options WHERE queue_id = $1', [menu])).toEqual([])
  })

  it('are for administrators, and of another company are not there', async () => {
    const own = await add('Nossa')
    const foreign = await queue(desk, `Deles ${menu}`, FOREIGN)
    const theirs = await call(stranger, 'POST', '/queue-options', { queueId: foreign, title: 'Deles' })
    const id = Number(theirs.body['id'])
    for (const [method, path, sent, code] of [
      ['GET', `/queue-options?queueId=${foreign}`, undefined, 'ERR_QUEUE_NOT_FOUND'],
      ['POST', '/queue-options', { queueId: foreign, title: 'Minha' }, 'ERR_QUEUE_NOT_FOUND'],
      [
        'POST',
        '/queue-options',
        { queueId: menu, title: 'Minha', parentId: id },
        'ERR_NO_QUEUE_OPTION_FOUND',
      ],
      ['PUT', `/queue-options/${id}`, { title: 'Minha' }, 'ERR_NO_QUEUE_OPTION_FOUND'],
      ['PUT', `/queue-options/${own.id}`, { parentId: id }, 'ERR_NO_QUEUE_OPTION_FOUND'],
      ['DELETE', `/queue-options/${id}`, undefined, 'ERR_NO_QUEUE_OPTION_FOUND'],
      ['POST', `/queue-options/${id}/media-upload`, pdf(), 'ERR_NO_QUEUE_OPTION_FOUND'],
      ['DELETE', `/queue-options/${id}/media-upload`, undefined, 'ERR_NO_QUEUE_OPTION_FOUND'],
      ['POST', `/queue/${foreign}/media-upload`, pdf(), 'ERR_QUEUE_NOT_FOUND'],
      ['DELETE', `/queue/${foreign}/media-upload`, undefined, 'ERR_QUEUE_NOT_FOUND'],
    ] as const) {
      expect(codeOf(await call(admin, method, path, sent))).toEqual([404, code])
      expect((await call(agent, method, path, sent)).status).toBe(403)
    }
    expect((await call(stranger, 'GET', `/queue-options?queueId=${foreign}`)).body).toMatchObject([
      { title: 'Deles', option: '1' },
    ])
    expect(await desk.pg.sql('SELECT FROM tickets.pending_blobs')).toEqual([])
  })
})

describe('a number of the official API', () => {
  const LIST = {
    kind: 'buttons',
    text: 'Olá, Joana!',
    options: [
      { id: '1', title: 'Vendas' },
      { id: '2', title: 'Suporte' },
    ],
  }
  /* What was asked of the gateway since the last call. */
  async function offered(): Promise<unknown[]> {
    const sent = await outbox(desk, 'outboundRequested')
    await clearOutbox(desk)
    return sent.map(({ body }) => body['outboundRequested']?.['choices'])
  }

  let admin: Session
  beforeAll(async () => {
    admin = await person(desk, { id: 31, name: 'Nina', profile: 'admin' })
  })
  beforeEach(async () => {
    await setRules({ provider: 'cloud' })
    await setSetting('chatBotType', 'button')
  })

  it('offers buttons, with the text that says the same, and shows them in the conversation', async () => {
    await write('oi')
    const [request] = await outbox(desk, 'outboundRequested')
    expect(request?.body['outboundRequested']).toMatchObject({
      kind: 'chat',
      body: 'Olá, Joana!\n\n1️⃣ Vendas\n2️⃣ Suporte',
      choices: LIST,
    })
    const appended = await outbox(desk, 'messageAppended')
    expect(appended.at(-1)?.body['messageAppended']).toMatchObject({ message: { choices: LIST } })
    const [ticket] = await tickets()
    const page = await call(admin, 'GET', `/messages/${String(ticket?.['id'])}`)
    expect(page.body).toMatchObject({
      messages: [
        { body: 'oi', choices: null },
        {
          choices: {
            ...LIST,
            url: null,
            options: LIST.options.map((option) => ({ ...option, description: '' })),
          },
        },
      ],
    })
  })

  it('takes a tap as it takes the number', async () => {
    await write('oi')
    await write('Suporte', { choiceId: '2' })
    expect(await tickets()).toMatchObject([{ queue_id: suporte, chatbot: false }])
    await write('Menu inicial', { choiceId: '#' })
    expect(await tickets()).toMatchObject([{ queue_id: null, chatbot: true }])
    await write('1')
    expect(await tickets()).toMatchObject([{ queue_id: vendas, chatbot: false }])
  })

  it('is not asked for buttons where the setting says text, nor a linked phone', async () => {
    await setSetting('chatBotType', 'text')
    await write('oi')
    expect(await offered()).toEqual([undefined])
    await setSetting('chatBotType', 'list')
    await setRules({ provider: 'beta' })
    await write('oi', { number: '5511955550102' })
    expect(await offered()).toEqual([undefined])
  })

  it('forwards them into their own ticket, and to others their text', async () => {
    await write('oi')
    await write('oi', { number: '5511955550104', name: 'Rui' })
    await rows(`UPDATE tickets.tickets SET status = 'open', user_id = 31, queue_id = $1`, [vendas])
    const [menu] = await rows(
      `SELECT m.id, m.ticket_id FROM tickets.messages m JOIN tickets.tickets t ON t.id = m.ticket_id JOIN tickets.contacts c ON c.id = t.contact_id
        WHERE m.from_me AND c.number = '5511955550101'`,
    )
    const [other] = await rows(`SELECT id FROM tickets.contacts WHERE number = '5511955550104'`)
    await clearOutbox(desk)
    const forward = (to: object) =>
      call(admin, 'POST', '/messages/forward', { messageIds: [menu?.['id']], ...to })
    expect((await forward({ ticketIds: [menu?.['ticket_id']] })).status).toBe(200)
    expect(await offered()).toMatchObject([{ kind: 'buttons' }])
    expect((await forward({ contactIds: [other?.['id']] })).status).toBe(200)
    expect(await offered()).toEqual([undefined])
  })

  it('is each company’s own: the other one’s phone is written to', async () => {
    await connection(desk, 3, {
      company: FOREIGN,
      queueIds: [await queue(desk, 'A', FOREIGN), await queue(desk, 'B', FOREIGN)],
    })
    await write('oi', { company: FOREIGN, connectionId: 3 })
    expect(await offered()).toEqual([undefined])
    await setRules({ provider: 'cloud' }, 3, FOREIGN)
    await write('oi', { company: FOREIGN, connectionId: 3, number: '5511955550103' })
    expect(await offered()).toMatchObject([{ kind: 'buttons', options: [{ title: 'A' }, { title: 'B' }] }])
  })
})

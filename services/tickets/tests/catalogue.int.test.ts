import type { ContactView, QueueView, TagView, TicketNoteView, TicketView } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'
import { findTableDrift } from '@balcao/platform'

import { tables } from '../src/adapters/postgres'
import { eraseDeleted, sweep } from '../src/features/housekeeping'
import { seedQueues, seedTags } from '../src/seed'
import {
  clearOutbox,
  COMPANY,
  connection,
  contactRow,
  deliver,
  callsTo,
  FOREIGN,
  outbox,
  person,
  queue,
  received,
  rig,
  ticket,
  type Answer,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let vendas: number
let admin: Session
let ana: Session
let bia: Session
let stranger: Session
let checkNumber: (number: string) => { exists: boolean; number: string }
let askedFor: Session | undefined

beforeAll(async () => {
  desk = await rig({
    rpc: {
      messaging: {
        checkNumber: ({ number }, options) => {
          askedFor = options?.session
          try {
            return Promise.resolve(checkNumber(number))
          } catch (error) {
            return Promise.reject(error instanceof Error ? error : new Error('not an error'))
          }
        },
      },
    },
  })
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  bia = await person(desk, { id: 3, name: 'Bia', queueIds: [vendas] })
  stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
})

beforeEach(async () => {
  checkNumber = (number) => ({ exists: true, number })
  await clearOutbox(desk)
})

const codeOf = ({ status, body }: Answer) => [status, body['error']]
const contact = (fields: Record<string, unknown>) => ({
  name: 'Joana',
  number: '5511912340001',
  email: '',
  extraInfo: [],
  ...fields,
})

describe('contacts', () => {
  it('are created, changed and read with their extra information', async () => {
    const extraInfo = [
      { name: 'CPF', value: '1' },
      { name: 'Plano', value: 'Ouro' },
    ]
    const created = await call(
      ana,
      'POST',
      '/contacts',
      contact({ number: '+55 (11) 91234-0001', extraInfo }),
    )
    expect([created.status, created.body]).toEqual([
      200,
      expect.objectContaining({ name: 'Joana', number: '5511912340001' }),
    ])
    const view = created.body as unknown as ContactView
    const kept = view.extraInfo[1]
    const changed = await call(
      ana,
      'PUT',
      `/contacts/${view.id}`,
      contact({ name: 'Joana Prado', extraInfo: [kept, { name: 'Novo', value: 'x' }] }),
    )
    expect((changed.body as unknown as ContactView).extraInfo).toEqual([
      kept,
      { id: expect.any(Number), name: 'Novo', value: 'x' },
    ])
    expect((await call(ana, 'GET', `/contacts/${view.id}`)).body).toEqual(changed.body)
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['contactChanged', 'contactChanged'])
  })

  it('are one per number, ninth-digit twins included, also thirty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        call(ana, 'POST', '/contacts', contact({ number: index % 2 ? '5511987650002' : '551187650002' })),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const loser of answers.filter(({ status }) => status !== 200))
      expect(codeOf(loser)).toEqual([409, 'ERR_DUPLICATED_CONTACT'])
    expect((await call(stranger, 'POST', '/contacts', contact({ number: '5511987650002' }))).status).toBe(200)
  })

  it('take the number WhatsApp knows, and are refused when it knows none', async () => {
    checkNumber = () => ({ exists: true, number: '551187650003' })
    expect((await call(ana, 'POST', '/contacts', contact({ number: '5511987650003' }))).body).toMatchObject({
      number: '551187650003',
    })
    expect(askedFor?.userId).toBe(ana.userId)
    checkNumber = () => ({ exists: false, number: '' })
    expect(codeOf(await call(ana, 'POST', '/contacts', contact({ number: '5511987650009' })))).toEqual([
      400,
      'ERR_WAPP_INVALID_CONTACT',
    ])
  })

  it('are written down unasked while no phone is up', async () => {
    checkNumber = () => {
      throw new AppError('ERR_UNAVAILABLE')
    }
    expect((await call(ana, 'POST', '/contacts', contact({ number: '5511987650004' }))).status).toBe(200)
  })

  it('change their number only to a free one', async () => {
    const one = (await call(ana, 'POST', '/contacts', contact({ number: '5511987650005' }))).body
    await call(ana, 'POST', '/contacts', contact({ number: '5511987650006' }))
    expect(
      codeOf(await call(ana, 'PUT', `/contacts/${one['id']}`, contact({ number: '551187650006' }))),
    ).toEqual([409, 'ERR_DUPLICATED_CONTACT'])
    expect(
      (await call(ana, 'PUT', `/contacts/${one['id']}`, contact({ number: '5511987650007' }))).body,
    ).toMatchObject({ number: '5511987650007' })
  })

  it('are listed by name, searched by words and numbers, thirty a page', async () => {
    for (let index = 0; index < 35; index += 1)
      await contactRow(desk, `Zeca ${String(index).padStart(2, '0')}`)
    await contactRow(desk, 'Ângela Zeca')
    const page = async (query: string) =>
      (await call(ana, 'GET', `/contacts?${query}`)).body as unknown as {
        contacts: ContactView[]
        count: number
        hasMore: boolean
      }
    const first = await page('searchParam=zeca')
    expect([first.contacts.length, first.count, first.hasMore, first.contacts[0]?.name]).toEqual([
      30,
      36,
      true,
      'Ângela Zeca',
    ])
    const second = await page('searchParam=ZECA&pageNumber=2')
    expect([second.contacts.length, second.count, second.hasMore]).toEqual([6, 36, false])
    expect((await page('searchParam=angela ze')).contacts.map(({ name }) => name)).toEqual(['Ângela Zeca'])
    expect((await page('searchParam=%25')).count).toBe(0)
    expect((await call(ana, 'GET', '/contacts/list?name=angela')).body).toEqual([
      { id: expect.any(Number), name: 'Ângela Zeca', number: expect.any(String) },
    ])
    expect((await page('pageNumber=100000')).contacts).toEqual([])
  })

  it('are found by a word that nearly all of them have', async () => {
    await desk.pg.sql(
      `WITH made AS (
         INSERT INTO tickets.contacts (company_id, name, name_key, named_by, number, created_at, updated_at)
         SELECT $1, 'Comum ' || lpad(n::text, 4, '0'), 'comum ' || lpad(n::text, 4, '0'), 'agent', '', now(), now() FROM generate_series(1, 1100) n
         RETURNING company_id, id, name_key)
       INSERT INTO tickets.contact_words SELECT company_id, id, unnest(string_to_array(name_key, ' ')) FROM made`,
      [COMPANY],
    )
    const page = async (query: string) =>
      (await call(ana, 'GET', `/contacts?${query}`)).body as unknown as {
        contacts: ContactView[]
        count: number
        hasMore: boolean
      }
    const last = await page('searchParam=comu&pageNumber=37')
    expect([last.contacts.length, last.count, last.hasMore]).toEqual([20, 1100, false])
    expect(last.contacts.at(-1)?.name).toBe('Comum 1100')
    expect((await page('searchParam=comu')).contacts[0]?.name).toBe('Comum 0001')
    expect((await page('searchParam=comu 0777')).contacts.map(({ name }) => name)).toEqual(['Comum 0777'])
    expect((await page('searchParam=comu&pageNumber=38')).contacts).toEqual([])
  })

  it('go with their tickets, by an administrator only', async () => {
    const contactId = await contactRow(desk, 'Vai embora')
    const id = await ticket(desk, { contactId, queueId: vendas, status: 'open', userId: 2 })
    await call(ana, 'POST', `/messages/${id}`, { body: 'adeus' })
    await clearOutbox(desk)
    expect((await call(ana, 'DELETE', `/contacts/${contactId}`)).status).toBe(403)
    expect((await call(admin, 'DELETE', `/contacts/${contactId}`)).status).toBe(200)
    expect((await outbox(desk)).map(({ type }) => type)).toEqual([
      'ticketDeleted',
      'contactDeleted',
      'contactErased',
    ])
    expect((await call(admin, 'GET', `/tickets/${id}`)).status).toBe(404)
    expect(
      await desk.pg.sql(
        'SELECT 1 FROM tickets.message_documents d JOIN tickets.erasures e ON e.message_id = d.id',
      ),
    ).toHaveLength(1)
    await eraseDeleted(desk.deps, new AbortController().signal)
    expect(await desk.pg.sql('SELECT 1 FROM tickets.erasures')).toEqual([])
    expect(
      await desk.pg.sql(`SELECT 1 FROM tickets.message_documents WHERE body::text LIKE '%adeus%'`),
    ).toEqual([])
  })

  it('of another company are not there', async () => {
    const foreign = await contactRow(desk, 'Deles', FOREIGN)
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', contact({ number: '5511987650008' })],
      ['DELETE', undefined],
    ] as const) {
      const [theirs, unknown] = [
        await call(admin, method, `/contacts/${foreign}`, body),
        await call(admin, method, '/contacts/99999', body),
      ]
      expect([codeOf(theirs), codeOf(unknown)]).toEqual([
        [404, 'ERR_NO_CONTACT_FOUND'],
        [404, 'ERR_NO_CONTACT_FOUND'],
      ])
    }
    expect((await call(admin, 'GET', '/contacts?searchParam=deles')).body).toMatchObject({ count: 0 })
  })
})

describe('queues', () => {
  const body = (name: string, color: string) => ({
    name,
    color,
    greetingMessage: 'oi',
    outOfHoursMessage: '',
    orderQueue: 3,
    schedules: [],
    promptId: null,
  })

  it('are made by administrators, unique by name and colour', async () => {
    const created = await call(admin, 'POST', '/queue', body('Financeiro', '#Abc'))
    expect(created.body).toMatchObject({ name: 'Financeiro', greetingMessage: 'oi', orderQueue: 3 })
    expect((await outbox(desk))[0]).toMatchObject({
      type: 'queueChanged',
      ordering_key: `queue:${created.body['id']}`,
    })
    expect((await call(ana, 'POST', '/queue', body('X y', '#010101'))).status).toBe(403)
    expect(codeOf(await call(admin, 'POST', '/queue', body(' FINANCEIRO ', '#010101')))).toEqual([
      409,
      'ERR_QUEUE_NAME_ALREADY_EXISTS',
    ])
    expect(codeOf(await call(admin, 'POST', '/queue', body('Outra', '#AABBCC')))).toEqual([
      409,
      'ERR_QUEUE_COLOR_ALREADY_EXISTS',
    ])
    expect((await call(stranger, 'POST', '/queue', body('Financeiro', '#abc'))).status).toBe(200)
    const renamed = await call(admin, 'PUT', `/queue/${created.body['id']}`, body('Financeiro', '#abc'))
    expect([renamed.status, renamed.body['name']]).toEqual([201, 'Financeiro'])
  })

  it('have a name of two letters and a colour in hexadecimal, made or changed', async () => {
    const made = await call(admin, 'POST', '/queue', body('Ajustes', '#0a0b0c'))
    for (const [method, path] of [
      ['POST', '/queue'],
      ['PUT', `/queue/${made.body['id']}`],
    ] as const) {
      expect(codeOf(await call(admin, method, path, body(' X ', '#0a0b0d')))).toEqual([
        400,
        'ERR_QUEUE_INVALID_NAME',
      ])
      for (const color of ['red', '#12', '#1234567', ''])
        expect(codeOf(await call(admin, method, path, body('Outros', color)))).toEqual([
          400,
          'ERR_QUEUE_INVALID_COLOR',
        ])
    }
    expect((await call(admin, 'GET', `/queue/${made.body['id']}`)).body).toMatchObject({ name: 'Ajustes' })
  })

  it('hold the plan’s limit under thirty parallel creates', async () => {
    const { length } = (await call(admin, 'GET', '/queue')).body as unknown as QueueView[]
    desk.plan.queues = length + 1
    desk.ports.clock.advance(11_000)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        call(admin, 'POST', '/queue', body(`Paralela ${index}`, `#0000${String(index).padStart(2, '0')}`)),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const loser of answers.filter(({ status }) => status !== 200))
      expect(codeOf(loser)).toEqual([409, 'ERR_PLAN_LIMIT_REACHED'])
    desk.plan.queues = 100
    desk.ports.clock.advance(11_000)
  })

  it('leave their tickets without a queue when they go', async () => {
    const gone = await queue(desk, 'Passageira')
    const id = await ticket(desk, { queueId: gone })
    const closed = await ticket(desk, { queueId: gone, status: 'closed' })
    expect((await call(admin, 'DELETE', `/queue/${gone}`)).status).toBe(200)
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['ticketChanged', 'queueDeleted'])
    expect((await outbox(desk, 'ticketChanged'))[0]?.body['ticketChanged']).toMatchObject({
      previous: { queueId: gone },
    })
    for (const one of [id, closed])
      expect((await call(admin, 'GET', `/tickets/${one}`)).body).toMatchObject({ queueId: null })
  })

  it('of another company are not there', async () => {
    const foreign = await queue(desk, 'Deles', FOREIGN)
    for (const [method, sent] of [
      ['GET', undefined],
      ['PUT', body('Minha', '#123123')],
      ['DELETE', undefined],
    ] as const) {
      expect(codeOf(await call(admin, method, `/queue/${foreign}`, sent))).toEqual([
        404,
        'ERR_QUEUE_NOT_FOUND',
      ])
      expect(codeOf(await call(admin, method, '/queue/99999', sent))).toEqual([404, 'ERR_QUEUE_NOT_FOUND'])
    }
    const listed = (await call(admin, 'GET', `/queue?companyId=${FOREIGN}`)).body as unknown as QueueView[]
    expect(new Set(listed.map(({ companyId }) => companyId))).toEqual(new Set([COMPANY]))
  })

  it('are seeded once', async () => {
    const seeds = [{ name: 'Semente', color: '#424242' }]
    const [first, second] = [
      await seedQueues(desk.ports, COMPANY, seeds),
      await seedQueues(desk.ports, COMPANY, seeds),
    ]
    expect(second).toEqual(first)
  })
})

describe('tags', () => {
  it('are found or made by name; lanes are for supervisors', async () => {
    const first = await call(ana, 'POST', '/tags', { name: 'Urgente', kanban: 1 })
    expect(first.body).toMatchObject({ name: 'Urgente', kanban: 0, color: '#A4CCCC' })
    expect((await call(bia, 'POST', '/tags', { name: ' urgente ' })).body['id']).toBe(first.body['id'])
    const supervisor = await person(desk, { id: 70, profile: 'supervisor' })
    expect((await call(supervisor, 'POST', '/tags', { name: 'Funil', kanban: 1 })).body).toMatchObject({
      kanban: 1,
    })
    expect(await outbox(desk, 'tagChanged')).toHaveLength(2)
  })

  it('are synchronised on a ticket, and only the company’s', async () => {
    const seeded = await seedTags(desk.ports, COMPANY, [
      { name: 'Azul', color: '#00f' },
      { name: 'Verde', color: '#0f0' },
    ])
    const [foreign] = (await seedTags(desk.ports, FOREIGN, [{ name: 'Azul', color: '#00f' }])).values()
    const id = await ticket(desk, { queueId: vendas })
    const sync = (tags: unknown[]) => call(ana, 'POST', '/tags/sync', { ticketId: id, tags })
    const [azul, verde] = [...seeded.values()]
    await clearOutbox(desk)
    const answer = (await sync([{ id: verde }, { id: azul, name: 'x' }, { id: azul }]))
      .body as unknown as TicketView
    expect(answer.tags.map(({ name }) => name)).toEqual(['Azul', 'Verde'])
    expect((await sync([{ id: azul }, { id: verde }])).status).toBe(200)
    expect(await outbox(desk, 'ticketChanged')).toHaveLength(1)
    expect([codeOf(await sync([{ id: foreign }])), codeOf(await sync([{ id: 99_999 }]))]).toEqual([
      [404, 'ERR_NO_TAG_FOUND'],
      [404, 'ERR_NO_TAG_FOUND'],
    ])
    const listed = (await call(ana, 'GET', '/tags?searchParam=azul')).body as unknown as { tags: TagView[] }
    expect(listed.tags).toEqual([
      { id: azul, name: 'Azul', color: '#00f', kanban: 0, userId: null, ticketsCount: 1 },
    ])
    expect((await call(ana, 'GET', '/tags/list')).body).toContainEqual({
      id: verde,
      name: 'Verde',
      color: '#0f0',
      kanban: 0,
      userId: null,
    })
  })
})

describe('notes', () => {
  it('are written, listed newest first, and deleted by their author or an administrator', async () => {
    const contactId = await contactRow(desk, 'Anotada')
    const id = await ticket(desk, { contactId, queueId: vendas })
    const write = (session: Session, note: string) =>
      call(session, 'POST', '/ticket-notes', { note, ticketId: id, contactId })
    const first = (await write(ana, 'primeira')).body as unknown as TicketNoteView
    await write(bia, 'segunda')
    const list = async () =>
      (await call(ana, 'GET', `/ticket-notes/list?ticketId=${id}&contactId=${contactId}`))
        .body as unknown as TicketNoteView[]
    expect((await list()).map(({ note, user }) => [note, user.name])).toEqual([
      ['segunda', 'Bia'],
      ['primeira', 'Ana'],
    ])
    expect(codeOf(await call(bia, 'DELETE', `/ticket-notes/${first.id}`))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(codeOf(await call(stranger, 'DELETE', `/ticket-notes/${first.id}`))).toEqual([
      404,
      'ERR_NO_NOTE_FOUND',
    ])
    expect((await call(ana, 'DELETE', `/ticket-notes/${first.id}`)).status).toBe(200)
    const [second] = await list()
    expect((await call(admin, 'DELETE', `/ticket-notes/${second?.id}`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect(
      codeOf(await call(ana, 'POST', '/ticket-notes', { note: 'outra', ticketId: id, contactId: 99_999 })),
    ).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
  })
})

describe('the copy of connections', () => {
  const say = (name: string, value: Record<string, unknown>, company = COMPANY, occurredAt?: Date) =>
    deliver(desk, 'tickets.connections', {
      ...received(desk, { company }),
      ...(occurredAt && { occurredAt }),
      body: { $case: name, value } as never,
    })
  const row = async (id: number) =>
    (
      await desk.pg.sql(
        'SELECT name, status, deleted FROM tickets.connections WHERE company_id = $1 AND id = $2',
        [COMPANY, id],
      )
    )[0]
  const connectionValue = (fields: Record<string, unknown>) => ({
    connection: {
      id: 30,
      companyId: COMPANY,
      name: 'Loja',
      status: 'OPENING',
      isDefault: false,
      queueIds: [],
      ...fields,
    },
  })

  it('follows the gateway, keeps the name of a deleted one, and ignores events that name another company', async () => {
    await say('connectionChanged', connectionValue({}))
    await say('connectionSessionChanged', {
      connectionId: 30,
      name: 'Loja',
      status: 'CONNECTED',
      qrcode: '',
      retries: 0,
    })
    expect(await row(30)).toEqual({ name: 'Loja', status: 'CONNECTED', deleted: false })
    await say('connectionChanged', connectionValue({ name: 'Roubada' }), FOREIGN)
    expect(await row(30)).toMatchObject({ name: 'Loja' })
    await say('connectionDeleted', { connectionId: 30 })
    expect(await row(30)).toMatchObject({ name: 'Loja', deleted: true })
  })

  it('never goes back when older events are replayed', async () => {
    const at = (second: number) => new Date(desk.ports.clock.now().getTime() + second * 1_000)
    const named = (name: string, second: number) =>
      say('connectionChanged', connectionValue({ id: 31, name, status: 'CONNECTED' }), COMPANY, at(second))
    await named('Nova', 10)
    await named('Velha', 5)
    const session = { connectionId: 31, name: 'Velha', status: 'DISCONNECTED', qrcode: '', retries: 0 }
    await say('connectionSessionChanged', session, COMPANY, at(6))
    expect(await row(31)).toEqual({ name: 'Nova', status: 'CONNECTED', deleted: false })
  })

  it('never brings back a deleted one, known before or not, and leaves other companies alone', async () => {
    const connection = { connection: { ...connectionValue({ id: 32 }).connection, status: 'CONNECTED' } }
    await say('connectionChanged', connection)
    for (const id of [32, 33]) {
      await say('connectionDeleted', { connectionId: id }, FOREIGN)
      if (id === 32) expect(await row(id)).toMatchObject({ deleted: false })
      await say('connectionDeleted', { connectionId: id })
      await say('connectionChanged', connectionValue({ id, status: 'CONNECTED' }))
      const session = { connectionId: id, name: 'Loja', status: 'CONNECTED', qrcode: '', retries: 0 }
      await say('connectionSessionChanged', session)
      expect(await row(id)).toMatchObject({ deleted: true, status: 'DISCONNECTED' })
    }
  })
})

describe('what is left behind', () => {
  it('is a document without a row: swept after a day; acks and old keys go too', async () => {
    const now = desk.ports.clock.now().getTime()
    const day = 86_400_000
    await desk.pg.sql(
      `INSERT INTO tickets.message_documents (company_id, id, body, created_at) VALUES ($1, gen_random_uuid(), '{"body":"órfão"}', $2), ($1, gen_random_uuid(), '{"body":"novo"}', $3)`,
      [COMPANY, new Date(now - 2 * day), new Date(now - day / 2)],
    )
    await desk.pg.sql(`INSERT INTO tickets.pending_acks VALUES ($1, gen_random_uuid(), 1, '', '', '', $2)`, [
      COMPANY,
      new Date(now - 2 * day),
    ])
    await sweep(desk.deps)
    await eraseDeleted(desk.deps, new AbortController().signal)
    const left = await desk.pg.sql<{ body: { body: string } }>(
      `SELECT body FROM tickets.message_documents WHERE body::text LIKE '%órfão%' OR body::text LIKE '%novo%'`,
    )
    expect(left.map(({ body }) => body.body)).toEqual(['novo'])
    expect(await desk.pg.sql('SELECT 1 FROM tickets.pending_acks')).toEqual([])
  })
})

describe('the schema', () => {
  it.each(tables.map((table) => [table.name, table] as const))(
    'has %s as its map says',
    async (_name, table) => {
      expect(await desk.ports.db.asPlatform((tx) => findTableDrift(tx, table))).toEqual([])
    },
  )

  it('has row-level security, forced, on every table with a company', async () => {
    const open = await desk.pg.sql(
      `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
       WHERE c.relnamespace = 'tickets'::regnamespace AND c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
    )
    expect(open).toEqual([])
  })
})

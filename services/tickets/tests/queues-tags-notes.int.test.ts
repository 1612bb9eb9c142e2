import type { QueueView, QuickMessageView, TagView, TicketNoteView, TicketView } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { type Session } from '@balcao/kernel'
import { seedQueues, seedTags } from '../src/seed'
import {
  callsTo,
  clearOutbox,
  codeOf,
  COMPANY,
  connection,
  contactRow,
  deliver,
  FOREIGN,
  outbox,
  person,
  queue,
  rig,
  ticket,
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

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  bia = await person(desk, { id: 3, name: 'Bia', queueIds: [vendas] })
  stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
})

beforeEach(async () => {
  await clearOutbox(desk)
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

  it('are renamed, coloured and deleted; lanes by supervisors only, names once', async () => {
    const [azulId, verdeId] = [
      ...(
        await seedTags(desk.ports, COMPANY, [
          { name: 'Nova', color: '#00f' },
          { name: 'Velha', color: '#0f0' },
        ])
      ).values(),
    ]
    const supervisor = await person(desk, { id: 71, profile: 'supervisor' })
    await clearOutbox(desk)
    const put = (session: Session, body: object) => call(session, 'PUT', `/tags/${azulId}`, body)
    expect((await put(ana, { name: 'Novíssima', kanban: 0 })).body).toMatchObject({
      name: 'Novíssima',
      color: '#00f',
    })
    expect(codeOf(await put(ana, { kanban: 1 }))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(codeOf(await put(ana, { name: ' VELHA ' }))).toEqual([409, 'ERR_TAG_NAME_ALREADY_EXISTS'])
    expect((await put(ana, { name: 'ab' })).status).toBe(400)
    expect((await put(supervisor, { kanban: 1 })).body).toMatchObject({ name: 'Novíssima', kanban: 1 })
    const { lista } = (await call(ana, 'GET', '/tags/kanban')).body as unknown as { lista: TagView[] }
    expect(lista.map(({ id }) => id)).toContain(azulId)
    expect(lista.map(({ id }) => id)).not.toContain(verdeId)
    expect(await outbox(desk, 'tagChanged')).toHaveLength(2)
    expect(codeOf(await call(stranger, 'DELETE', `/tags/${azulId}`))).toEqual([404, 'ERR_NO_TAG_FOUND'])
    const id = await ticket(desk, { queueId: vendas })
    await call(ana, 'POST', '/tags/sync', { ticketId: id, tags: [{ id: azulId }, { id: verdeId }] })
    expect(codeOf(await call(bia, 'DELETE', `/tags/${azulId}`))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await call(supervisor, 'DELETE', `/tags/${azulId}`)).status).toBe(200)
    expect((await call(bia, 'DELETE', `/tags/${verdeId}`)).status).toBe(200)
    expect(await outbox(desk, 'tagDeleted')).toHaveLength(2)
    expect(codeOf(await call(ana, 'GET', `/tags/${azulId}`))).toEqual([404, 'ERR_NO_TAG_FOUND'])
    const left = (await call(admin, 'GET', `/tickets/${id}`)).body as unknown as TicketView
    expect(left.tags).toEqual([])
  })
})

describe('quick messages', () => {
  const make = (session: Session, body: object) => call(session, 'POST', '/quick-messages', body)
  const shortcodes = async (session: Session, words = '') => {
    const { body } = await call(session, 'GET', `/quick-messages?searchParam=${encodeURIComponent(words)}`)
    return (body['records'] as QuickMessageView[]).map(({ shortcode }) => shortcode)
  }

  it('are one’s own or the company’s, each shortcode once in its scope', async () => {
    const own = await make(ana, { shortcode: 'pix', message: 'Chave de Ana' })
    expect(own.body).toMatchObject({ geral: false, status: true, isMedia: false, mediaPath: null, userId: 2 })
    expect(codeOf(await make(ana, { shortcode: ' PIX', message: 'Outra chave' }))).toEqual([
      409,
      'ERR_QUICKMESSAGE_ALREADY_EXISTS',
    ])
    expect((await make(bia, { shortcode: 'pix', message: 'Chave de Bia' })).status).toBe(200)
    expect((await make(ana, { shortcode: 'pix', message: 'Chave da loja', geral: true })).status).toBe(200)
    expect(codeOf(await make(bia, { shortcode: 'Pix', message: 'Da loja de novo', geral: true }))).toEqual([
      409,
      'ERR_QUICKMESSAGE_ALREADY_EXISTS',
    ])
    expect((await make(stranger, { shortcode: 'pix', message: 'Alheia', geral: true })).status).toBe(200)
    for (const shortcode of ['', '  ', undefined])
      expect((await make(ana, { shortcode, message: 'sem atalho' })).status).toBe(400)
    const listed = (await call(bia, 'GET', '/quick-messages/list?userId=2'))
      .body as unknown as QuickMessageView[]
    expect(listed.map(({ message }) => message).sort()).toEqual(['Chave da loja', 'Chave de Bia'])
  })

  it('need a shortcode only, however short', async () => {
    expect((await make(ana, { shortcode: 'p', message: 'ok' })).body).toMatchObject({
      shortcode: 'p',
      message: 'ok',
    })
    const empty = await make(ana, { shortcode: 'ft' })
    expect(empty.body).toMatchObject({ shortcode: 'ft', message: '' })
    const put = await call(ana, 'PUT', `/quick-messages/${String(empty.body['id'])}`, { shortcode: 'f' })
    expect(put.body).toMatchObject({ shortcode: 'f', message: '' })
    expect(
      (await call(ana, 'PUT', `/quick-messages/${String(empty.body['id'])}`, { shortcode: ' ' })).status,
    ).toBe(400)
    for (const { id } of (await call(ana, 'GET', '/quick-messages/list'))
      .body as unknown as QuickMessageView[])
      await call(admin, 'DELETE', `/quick-messages/${id}`)
  })

  it('are changed by their author, the company’s by supervisors too, and heard of by those who may see them', async () => {
    await clearOutbox(desk)
    const { id } = (await make(ana, { shortcode: 'horario', message: 'Das 8 às 18' })).body as { id: number }
    const put = (session: Session, body: object) => call(session, 'PUT', `/quick-messages/${id}`, body)
    expect(codeOf(await put(admin, { message: 'alheia' }))).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND'])
    await put(ana, { geral: true })
    expect(codeOf(await put(bia, { message: 'alheia' }))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await put(admin, { message: 'Das 9 às 18', status: false })).body).toMatchObject({
      message: 'Das 9 às 18',
      userId: 2,
    })
    expect((await call(bia, 'GET', '/quick-messages/list')).text).not.toContain('Das 9')
    await put(ana, { geral: false })
    const told = (await outbox(desk, 'quickMessageChanged')).map(({ body }) => body['quickMessageChanged'])
    expect(told.map((one) => [one?.['created'], one?.['wasCompanyWide']])).toEqual([
      [true, undefined],
      [undefined, undefined],
      [undefined, true],
      [undefined, true],
    ])
    expect(codeOf(await call(bia, 'DELETE', `/quick-messages/${id}`))).toEqual([
      404,
      'ERR_NO_QUICKMESSAGE_FOUND',
    ])
    expect((await call(ana, 'DELETE', `/quick-messages/${id}`)).status).toBe(200)
    expect(await outbox(desk, 'quickMessageDeleted')).toHaveLength(1)
  })

  it('are found by a part of shortcode or text, twenty a page', async () => {
    for (let number = 10; number < 31; number += 1)
      await make(bia, { shortcode: `oferta${number}`, message: 'Promoção 100%' })
    expect(await shortcodes(bia, 'promocao')).toHaveLength(20)
    expect(await shortcodes(bia, 'ERTA2')).toHaveLength(10)
    expect(await shortcodes(bia, '00%')).toHaveLength(20)
    expect(await shortcodes(bia, '_')).toEqual([])
    const last = await call(bia, 'GET', '/quick-messages?searchParam=oferta&pageNumber=2')
    expect(last.body).toMatchObject({ count: 21, hasMore: false, records: [{ shortcode: 'oferta30' }] })
  })

  it('carry a file, which is swept a day after it was replaced', async () => {
    const { id } = (await make(ana, { shortcode: 'tabela', message: 'Segue a tabela' })).body as {
      id: number
    }
    const upload = (session: Session, text: string) => {
      const form = new FormData()
      form.append('file', new Blob([text], { type: 'text/plain' }), 'tabela.txt')
      return call(session, 'POST', `/quick-messages/${id}/media-upload`, form)
    }
    expect(codeOf(await upload(ana, ''))).toEqual([400, 'ERR_MEDIA_EMPTY'])
    expect(codeOf(await upload(bia, 'x'))).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND'])
    const keys = async () =>
      (
        await desk.pg.sql<{ key: string }>(
          `SELECT media->>'key' AS key FROM tickets.quick_messages WHERE id = $1`,
          [id],
        )
      )[0]?.key ?? ''
    expect((await upload(ana, 'um')).body).toMatchObject({ isMedia: true, mediaName: 'tabela.txt' })
    const first = await keys()
    await upload(ana, 'dois')
    const second = await keys()
    const sweepTomorrow = async () => {
      desk.ports.clock.advance(25 * 3_600_000)
      await desk.ports.pendingBlobs.sweep(new AbortController().signal)
    }
    expect(await desk.ports.blobs.info(first)).toBeDefined()
    await sweepTomorrow()
    expect([await desk.ports.blobs.info(first), await desk.ports.blobs.info(second)]).toEqual([
      undefined,
      { sizeBytes: 4 },
    ])
    expect((await call(ana, 'DELETE', `/quick-messages/${id}/media-upload`)).body).toMatchObject({
      isMedia: false,
    })
    await sweepTomorrow()
    expect(await desk.ports.blobs.info(second)).toBeUndefined()
  })

  it('go with their user, except the company’s', async () => {
    const carla = await person(desk, { id: 56, name: 'Carla' })
    await make(carla, { shortcode: 'minha', message: 'Só minha' })
    await make(carla, { shortcode: 'nossa', message: 'De todos', geral: true })
    const [event] = await outbox(desk, 'quickMessageChanged')
    const deleted = deskEvent(desk.ports, orderingKeys.user(COMPANY, 56), 'userDeleted', { userId: 56 })
    await deliver(desk, 'tickets.quick-messages', deleted)
    await deliver(desk, 'tickets.quick-messages', deleted)
    expect(event).toBeDefined()
    expect(await shortcodes(carla, 'inha')).toEqual([])
    expect(await shortcodes(bia, 'nossa')).toEqual(['nossa'])
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

  it('of all tickets of a contact are those that the agent may see', async () => {
    const contactId = await contactRow(desk, 'Antiga')
    const note = async (queueId: number, text: string) => {
      const id = await ticket(desk, { contactId, queueId, status: 'closed' })
      await call(admin, 'POST', '/ticket-notes', { note: text, ticketId: id, contactId })
    }
    await note(vendas, 'de vendas')
    await note(await queue(desk, 'Cobrança'), 'de cobrança')
    await note(vendas, 'de novo em vendas')
    const path = `/ticket-notes/list?contactId=${contactId}`
    const list = async (session: Session) =>
      ((await call(session, 'GET', path)).body as unknown as TicketNoteView[]).map(({ note: text }) => text)
    expect(await list(ana)).toEqual(['de novo em vendas', 'de vendas'])
    expect(await list(admin)).toEqual(['de novo em vendas', 'de cobrança', 'de vendas'])
    expect(codeOf(await call(stranger, 'GET', path))).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
  })
})

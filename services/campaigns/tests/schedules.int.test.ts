import type { ScheduleView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'
import { findTableDrift } from '@balcao/platform'
import type { TestDatabase } from '@balcao/testkit'

import { PgScheduleStore } from '../src/adapters/postgres/pg-schedule-store'
import { entities } from '../src/adapters/postgres/tables'
import { createScheduleCalls, openSchedules } from './schedule-rig'
import { A, B, openEmptyDesk, type Desk, type Http } from './support'

let pg: TestDatabase
let desk: Desk
let http: Http
let ana: Session
let bia: Session
let admin: Session
let stranger: Session

beforeAll(async () => {
  ;({ pg, ana, bia, admin, stranger } = await openSchedules())
})
beforeEach(async () => {
  ;({ desk, http } = await openEmptyDesk(pg, 'schedules'))
})
afterEach(() => http.close())

const { create, inMinutes, buildInput, said } = createScheduleCalls(() => ({ pg, desk, http, ana }))

it.each(entities.map((entity) => [entity.options.name, entity] as const))(
  'has %s as its map says',
  async (_name, entity) => {
    expect(await desk.ports.db.asPlatform((tx) => findTableDrift(tx, entity))).toEqual([])
  },
)

describe('/schedules', () => {
  it('keeps a message for later, of the caller, and says so', async () => {
    const schedule = await create(ana, { userId: 2, companyId: 2 })
    expect(schedule).toMatchObject({
      body: 'Olá {{firstName}}, {{ms}}!',
      status: 'PENDENTE',
      sentAt: null,
      failure: null,
      media: null,
      contact: { id: 5, name: 'Carla Souza' },
      user: { id: 1, name: 'Ana' },
      companyId: 1,
      sendAt: inMinutes(1),
    })
    expect((await http.ask(admin, 'GET', `/schedules/${schedule.id}`)).body).toEqual(schedule)
    expect(await said()).toEqual(['created PENDENTE'])
  })

  it('takes a time without an offset as São Paulo’s', async () => {
    expect((await create(ana, { sendAt: '2026-11-21 09:30' })).sendAt).toBe('2026-11-21T12:30:00.000Z')
  })

  it('changes and deletes what was not sent', async () => {
    const { id } = await create()
    const changed = await http.ask(
      ana,
      'PUT',
      `/schedules/${id}`,
      buildInput({ body: 'Outro texto', contactId: 6 }),
    )
    expect(changed.body).toMatchObject({
      body: 'Outro texto',
      contact: { id: 6, name: 'João' },
      user: { id: 1, name: 'Ana' },
    })
    expect(await http.ask(ana, 'DELETE', `/schedules/${id}`)).toEqual({
      status: 200,
      body: { message: 'Schedule deleted' },
    })
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).status).toBe(404)
    expect(await said()).toEqual(['created PENDENTE', 'changed PENDENTE', 'scheduleDeleted'])
  })

  describe('in one form with its file', () => {
    const buildForm = (fields: object | string, file?: string) => {
      const form = new FormData()
      form.append('scheduleData', typeof fields === 'string' ? fields : JSON.stringify(fields))
      if (file !== undefined) form.append('file', new Blob([file], { type: 'text/plain' }), 'aviso.txt')
      return form
    }
    const readKeys = () => pg.sql('SELECT key FROM campaigns.pending_blobs')

    it('is kept with the file, and changed with another', async () => {
      const made = await http.ask(ana, 'POST', '/schedules', buildForm(buildInput(), 'até logo'))
      expect(made.body).toMatchObject({ contactId: 5, mediaName: 'aviso.txt', media: { name: 'aviso.txt' } })
      const { id, mediaPath } = made.body as unknown as ScheduleView
      const path = `/schedules/${id}`
      expect((await http.ask(ana, 'PUT', path, buildForm({ body: 'Outro texto' }))).body).toMatchObject({
        body: 'Outro texto',
        mediaPath,
      })
      const changed = await http.ask(ana, 'PUT', path, buildForm({ body: 'Mais um texto' }, 'até já'))
      expect(changed.body).toMatchObject({ body: 'Mais um texto', mediaName: 'aviso.txt' })
      expect(changed.body['mediaPath']).not.toBe(mediaPath)
      expect((await http.ask(ana, 'GET', path)).body).toEqual(changed.body)
      expect(await readKeys()).toEqual([])
    })

    it('leaves neither file nor schedule when it is refused', async () => {
      const refused = [
        [buildForm(buildInput({ contactId: 7 }), 'x'), 404],
        [buildForm(buildInput({ sendAt: inMinutes(-90) }), 'x'), 400],
        [buildForm(buildInput(), ''), 400],
        [buildForm('[1]', 'x'), 400],
        [buildForm('{"body":', 'x'), 400],
        [buildForm('{"__proto__":{"body":"x"}}', 'x'), 400],
        [buildForm(buildInput({ companyId: 2, admin: true }), 'x'), 400],
      ] as const
      for (const [form, status] of refused)
        expect((await http.ask(ana, 'POST', '/schedules', form)).status).toBe(status)
      expect((await http.ask(ana, 'GET', '/schedules')).body).toMatchObject({ count: 0 })
      expect(await readKeys()).toEqual([])
      expect(await said()).toEqual([])
    })
  })

  it('is read, changed and deleted by its author and administrators only', async () => {
    const { id } = await create()
    const form = new FormData()
    form.append('file', new Blob(['x'], { type: 'text/plain' }), 'a.txt')
    const attempts: [string, string, object | undefined][] = [
      ['GET', `/schedules/${id}`, undefined],
      ['PUT', `/schedules/${id}`, buildInput({ body: 'Outro texto' })],
      ['POST', `/schedules/${id}/media-upload`, form],
      ['DELETE', `/schedules/${id}/media-upload`, undefined],
      ['DELETE', `/schedules/${id}`, undefined],
    ]
    const before = (await http.ask(ana, 'GET', `/schedules/${id}`)).body
    for (const [method, path, body] of attempts)
      expect(await http.ask(bia, method, path, body)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toEqual(before)
    for (const query of ['', '?userId=1', '?contactId=5', '?searchParam=ola'])
      expect((await http.ask(bia, 'GET', `/schedules${query}`)).body).toMatchObject({
        schedules: [],
        count: 0,
      })
    for (const [method, path, body] of attempts)
      expect((await http.ask(admin, method, path, body)).status).toBe(200)
  })

  it('refuses to change what was sent, and lets it be deleted', async () => {
    const { id } = await create(ana, { sendAt: inMinutes(-1) })
    await desk.send()
    expect(await http.ask(ana, 'PUT', `/schedules/${id}`, buildInput())).toMatchObject({
      status: 409,
      body: { error: 'ERR_SCHEDULE_ALREADY_SENT' },
    })
    expect((await http.ask(ana, 'DELETE', `/schedules/${id}`)).status).toBe(200)
  })

  it('lists by time, 20 a page, with filters', async () => {
    for (let index = 0; index < 23; index += 1)
      await create(index % 2 ? ana : bia, { sendAt: inMinutes(100 - index), contactId: index === 0 ? 6 : 5 })
    const first = (await http.ask(admin, 'GET', '/schedules?pageNumber=1')).body as unknown as {
      schedules: ScheduleView[]
      count: number
      hasMore: boolean
    }
    expect([first.schedules.length, first.count, first.hasMore]).toEqual([20, 23, true])
    const times = first.schedules.map(({ sendAt }) => sendAt)
    expect(times).toEqual([...times].sort())
    expect((await http.ask(admin, 'GET', '/schedules?pageNumber=2')).body).toMatchObject({
      count: 23,
      hasMore: false,
    })
    expect((await http.ask(admin, 'GET', '/schedules?contactId=6')).body).toMatchObject({ count: 1 })
    expect((await http.ask(admin, 'GET', '/schedules?userId=1')).body).toMatchObject({ count: 11 })
  })

  it('lists a range of days, from its first moment to before its last, in one page', async () => {
    for (let index = 0; index < 30; index += 1) await create(ana, { sendAt: inMinutes(10 + index) })
    const range = async (from: number, to: number) => {
      const days = new URLSearchParams({ from: inMinutes(from), to: inMinutes(to) }).toString()
      const { body } = await http.ask(ana, 'GET', `/schedules?${days}`)
      return [(body['schedules'] as ScheduleView[]).length, body['count'], body['hasMore']]
    }
    expect(await range(0, 100)).toEqual([30, 30, false])
    expect(await range(10, 12)).toEqual([2, 2, false])
    expect(await range(40, 100)).toEqual([0, 0, false])
    expect(await http.ask(ana, 'GET', '/schedules?from=ontem')).toMatchObject({ status: 400 })
  })

  it('refuses a time that has passed, made or moved there; the present minute has not', async () => {
    const past = { status: 400, body: { error: 'ERR_SCHEDULE_IN_PAST' } }
    expect(await http.ask(ana, 'POST', '/schedules', buildInput({ sendAt: inMinutes(-2) }))).toMatchObject(
      past,
    )
    const { id } = await create(ana, { sendAt: inMinutes(-1) })
    const move = (minutes: number) =>
      http.ask(ana, 'PUT', `/schedules/${id}`, buildInput({ sendAt: inMinutes(minutes) }))
    expect(await move(-2)).toMatchObject(past)
    expect(await move(5)).toMatchObject({ status: 200 })
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toMatchObject({ sendAt: inMinutes(5) })
  })

  it('finds words without their accents, and takes wildcards literally', async () => {
    await create(ana, { body: 'Promoção de 100%', contactId: 6 })
    await create(ana, { body: 'Nada_aqui' })
    const found = async (search: string) =>
      (await http.ask(ana, 'GET', `/schedules?searchParam=${encodeURIComponent(search)}`)).body['count']
    expect(
      await Promise.all(['promocao', 'JOAO', '100%', '%', '_', 'a_a', '\\', "'; --"].map(found)),
    ).toEqual([1, 1, 1, 1, 1, 1, 0, 0])
  })

  it.each([
    ['an empty text', { body: '    ' }],
    ['a text that is too short', { body: 'abcd' }],
    ['a time that does not exist', { sendAt: '2026-02-31 10:00' }],
    ['no time', { sendAt: null }],
    ['an operator as contact', { contactId: { $gt: 0 } }],
    ['a NUL', { body: 'hello\u0000' }],
    ['an unknown field', { evil: 1 }],
  ])('refuses %s', async (_name, over) => {
    expect(await http.ask(ana, 'POST', '/schedules', buildInput(over))).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect(await said()).toEqual([])
  })

  it('needs a session and the plan’s flag', async () => {
    expect((await http.ask(undefined, 'GET', '/schedules')).status).toBe(401)
    desk.billing.useSchedules = false
    expect(await http.ask(ana, 'GET', '/schedules')).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE_DISABLED' },
    })
  })
})

describe('another company', () => {
  it('meets a schedule as one that does not exist, whatever it tries', async () => {
    const { id } = await create()
    for (const [method, suffix, body] of [
      ['GET', '', undefined],
      ['PUT', '', buildInput({ contactId: 7 })],
      ['DELETE', '', undefined],
      ['DELETE', '/media-upload', undefined],
    ] as const) {
      const foreign = await http.ask(stranger, method, `/schedules/${id}${suffix}`, body)
      const unknown = await http.ask(stranger, method, `/schedules/4711${suffix}`, body)
      expect(foreign).toMatchObject({ status: 404, body: { error: 'ERR_NO_SCHEDULE_FOUND' } })
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    }
    expect((await http.ask(stranger, 'GET', '/schedules')).body).toEqual({
      schedules: [],
      count: 0,
      hasMore: false,
    })
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).status).toBe(200)
  })

  it('cannot write to a contact of ours', async () => {
    expect(await http.ask(stranger, 'POST', '/schedules', buildInput())).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    })
    expect(await http.ask(stranger, 'POST', '/schedules', buildInput({ contactId: 4711 }))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    })
  })

  it('finds no row in the store', async () => {
    const { id } = await create()
    const schedules = new PgScheduleStore()
    const rows = await desk.ports.db.withTenant(B, async (tx) => [
      await schedules.find(tx, A, id as never),
      await schedules.lock(tx, B, id as never),
    ])
    expect(rows).toEqual([undefined, undefined])
  })
})

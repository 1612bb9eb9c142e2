import type { ScheduleView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'
import type { TestDatabase } from '@balcao/testkit'

import { createScheduleCalls, openSchedules } from './schedule-rig'
import { codeOf, formOf, png, openEmptyDesk, type Desk, type Http } from './support'

let pg: TestDatabase
let desk: Desk
let http: Http
let ana: Session
let stranger: Session

beforeAll(async () => ({ pg, ana, stranger } = await openSchedules()))
beforeEach(async () => ({ desk, http } = await openEmptyDesk(pg, 'schedules')))
afterEach(() => http.close())

const { create, inMinutes } = createScheduleCalls(() => ({ pg, desk, http, ana }))

const values = (own: object = {}) => ({
  name: 'oferta',
  language: 'pt_BR',
  header: [],
  body: ['{{firstName}}', 'Tudo em dobro'],
  buttons: ['x'],
  ...own,
})
const TEXT = 'Olá, {{firstName}}! Tudo em dobro até sexta.\nLoja do Bairro'

const input = (own: object = {}) => ({
  sendAt: inMinutes(1),
  contactId: 5,
  whatsappId: 1,
  template: values(),
  ...own,
})
const ask = (method: string, path: string, body?: unknown, session = ana) =>
  http.ask(session, method, path, body)
const plan = async (own: object = {}): Promise<ScheduleView> => {
  const { status, body } = await ask('POST', '/schedules', input(own))
  expect(status).toBe(200)
  return body as unknown as ScheduleView
}
const sendDue = async () => {
  desk.ports.clock.advance(60_000)
  await desk.send()
}

describe('a schedule with a message template', () => {
  it('needs no text, and is shown with the template’s', async () => {
    const schedule = await plan()
    expect(schedule).toMatchObject({
      body: TEXT,
      whatsappId: 1,
      template: { ...values(), text: TEXT, fileFormat: null },
    })
    expect((await ask('GET', `/schedules/${schedule.id}`)).body).toEqual(schedule)
  })

  it('is sent with its values filled in, by its connection', async () => {
    await plan()
    await sendDue()
    const parameter = (part: string, text: string, buttonType = '') => ({
      part,
      index: 0,
      buttonType,
      name: '',
      text,
    })
    expect(desk.tickets.calls).toEqual([
      expect.objectContaining({
        connectionId: 1,
        contactId: 5,
        body: 'Olá, Carla! Tudo em dobro até sexta.\nLoja do Bairro',
        medias: [],
        template: {
          name: 'oferta',
          language: 'pt_BR',
          parameters: [
            parameter('body', 'Carla'),
            parameter('body', 'Tudo em dobro'),
            parameter('button', 'x', 'url'),
          ],
        },
      }),
    ])
  })

  it('fails with a reason when a value is blank then', async () => {
    const { id } = await plan()
    await pg.sql(`UPDATE campaigns.schedules SET contact_name = ' ' WHERE id = $1`, [id])
    await sendDue()
    expect(desk.tickets.calls).toEqual([])
    expect((await ask('GET', `/schedules/${id}`)).body).toMatchObject({
      status: 'ERRO',
      failure: 'ERR_TEMPLATE_VALUES',
    })
  })

  it.each([
    ['no connection', { whatsappId: null }, 'ERR_NO_WAPP_FOUND'],
    ['an unknown connection', { whatsappId: 9 }, 'ERR_NO_WAPP_FOUND'],
    ['an unknown template', { template: values({ name: 'nenhum' }) }, 'ERR_NO_TEMPLATE_FOUND'],
    ['a value too few', { template: values({ body: ['x'] }) }, 'ERR_TEMPLATE_VALUES'],
    ['neither template nor text', { template: null }, 'ERR_VALIDATION'],
  ])('is refused with %s', async (_name, own, code) =>
    expect(codeOf(await ask('POST', '/schedules', input(own)))[1]).toBe(code),
  )

  it('is refused with a connection of another company', async () =>
    expect(codeOf(await ask('POST', '/schedules', input({ contactId: 7 }), stranger))[1]).toBe(
      'ERR_NO_WAPP_FOUND',
    ))

  it('takes no file, and takes the place of one', async () => {
    const form = new FormData()
    form.append('file', new Blob(['x'], { type: 'image/png' }), 'x.png')
    const { id } = await plan()
    expect(codeOf(await ask('POST', `/schedules/${id}/media-upload`, form))).toEqual([
      400,
      'ERR_TEMPLATE_ALONE',
    ])
    const withFile = await create()
    expect((await ask('POST', `/schedules/${withFile.id}/media-upload`, form)).status).toBe(200)
    const changed = await ask('PUT', `/schedules/${withFile.id}`, input())
    expect(changed.body).toMatchObject({ media: null, template: values() })
    await sendDue()
    expect(desk.tickets.calls).toContainEqual(expect.objectContaining({ contactId: 5, medias: [] }))
  })

  describe('that is changed', () => {
    it('keeps its template where nothing is said of it, without asking for it again', async () => {
      const { id } = await plan()
      const sendAt = inMinutes(5)
      expect((await ask('PUT', `/schedules/${id}`, { sendAt })).body).toMatchObject({ sendAt, body: TEXT })
      const { status, body } = await ask('PUT', `/schedules/${id}`, input({ sendAt: inMinutes(6) }))
      expect([status, body['template']]).toEqual([200, { ...values(), text: TEXT, fileFormat: null }])
      expect(desk.fills).toEqual(['oferta'])
    })

    it('keeps it where a client that knows no templates gives back its text', async () => {
      const { id, body } = await plan()
      const changed = await ask('PUT', `/schedules/${id}`, { body, sendAt: inMinutes(3), contactId: 6 })
      expect(changed.body).toMatchObject({
        contactId: 6,
        template: { ...values(), text: TEXT, fileFormat: null },
      })
    })

    it.each([
      ['another text', { body: 'Outro texto' }],
      ['no template', { template: null, body: 'Outro texto' }],
    ])('sends the text that is given with %s', async (_name, patch) => {
      const { id } = await plan()
      const changed = await ask('PUT', `/schedules/${id}`, patch)
      expect(changed.body).toMatchObject({ body: 'Outro texto', template: null, whatsappId: null })
      await sendDue()
      expect(desk.tickets.calls).toEqual([expect.objectContaining({ body: 'Outro texto', connectionId: 0 })])
      expect(desk.tickets.calls[0]).not.toHaveProperty('template')
    })

    it('takes another template', async () => {
      const { id } = await plan()
      const other = values({ body: ['{{name}}', 'Frete grátis'] })
      const changed = await ask('PUT', `/schedules/${id}`, { template: other })
      expect(changed.body).toMatchObject({
        body: 'Olá, {{name}}! Frete grátis até sexta.\nLoja do Bairro',
        template: { ...other },
      })
    })
  })
})

describe('a schedule whose template has a picture in its header', () => {
  const template = { name: 'vitrine', language: 'pt_BR', header: [], body: ['{{firstName}}'], buttons: [] }
  const withFile = (file: Blob, own: object = {}) =>
    formOf(file, 'vitrine.png', 'scheduleData', input({ template, ...own }))

  it('is sent with the file that came with it', async () => {
    const { status, body } = await ask('POST', '/schedules', withFile(png()))
    expect([status, body]).toMatchObject([
      200,
      { media: { name: 'vitrine.png' }, template: { name: 'vitrine', fileFormat: 'IMAGE' } },
    ])
    await sendDue()
    expect(desk.tickets.calls).toMatchObject([
      {
        body: 'A vitrine nova está pronta, Carla.',
        medias: [{ name: 'vitrine.png' }],
        template: { name: 'vitrine' },
      },
    ])
  })

  it.each([
    ['no file', () => input({ template }), 'ERR_TEMPLATE_FILE'],
    [
      'another kind',
      () => withFile(new Blob(['%PDF-1.4'], { type: 'application/pdf' })),
      'ERR_TEMPLATE_FILE',
    ],
    ['one that is too large', () => withFile(png(1_001)), 'ERR_MEDIA_TOO_LARGE'],
    [
      'a file beside a header without one',
      () => withFile(png(), { template: values() }),
      'ERR_TEMPLATE_ALONE',
    ],
  ])('is refused with %s', async (_name, body, code) => {
    expect(codeOf(await ask('POST', '/schedules', body()))[1]).toBe(code)
    const { body: made } = await ask('POST', '/schedules', withFile(png()))
    if (body() instanceof FormData)
      expect(codeOf(await ask('PUT', `/schedules/${String(made['id'])}`, body()))[1]).toBe(code)
    expect((await ask('GET', `/schedules/${String(made['id'])}`)).body).toEqual(made)
    expect(await pg.sql('SELECT key FROM campaigns.pending_blobs')).toEqual([])
  })

  it('keeps its file while the template stays, and loses it with the template', async () => {
    const { body } = await ask('POST', '/schedules', withFile(png()))
    const path = `/schedules/${String(body['id'])}`
    expect(codeOf(await ask('DELETE', `${path}/media-upload`))).toEqual([400, 'ERR_TEMPLATE_FILE'])
    const later = await ask('PUT', path, input({ template, sendAt: inMinutes(9) }))
    expect(later.body).toMatchObject({ media: { name: 'vitrine.png' } })
    expect(
      (await ask('PUT', path, formOf(png(20), 'nova.png', 'scheduleData', { contactId: 6 }))).body,
    ).toMatchObject({
      contactId: 6,
      media: { name: 'nova.png', sizeBytes: 20 },
    })
    const text = await ask('PUT', path, { template: null, body: 'Outro texto' })
    expect(text.body).toMatchObject({ media: null, template: null, body: 'Outro texto' })
  })

  it('is another company’s business', async () => {
    const { body } = await ask('POST', '/schedules', withFile(png()))
    const path = `/schedules/${String(body['id'])}`
    expect(codeOf(await ask('PUT', path, withFile(png()), stranger))).toEqual([404, 'ERR_NO_SCHEDULE_FOUND'])
    expect(codeOf(await ask('POST', '/schedules', withFile(png(), { contactId: 7 }), stranger))[1]).toBe(
      'ERR_NO_WAPP_FOUND',
    )
    expect(await pg.sql('SELECT key FROM campaigns.pending_blobs')).toEqual([])
  })
})

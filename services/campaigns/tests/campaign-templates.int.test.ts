import type { CampaignPreviewView, CampaignView, ShippingView } from '@balcao/contracts'
import type { EventValue } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'
import { readOutbox, type TestDatabase } from '@balcao/testkit'

import {
  codeOf,
  formOf,
  givenList,
  idOf,
  openEmptyDesk,
  openTeams,
  png,
  type Desk,
  type Http,
} from './support'

let pg: TestDatabase
let desk: Desk
let http: Http
let admin: Session
let stranger: Session

beforeAll(async () => ({ pg, admin, stranger } = await openTeams()))
beforeEach(
  async () => ({ desk, http } = await openEmptyDesk(pg, 'campaigns', 'campaign_settings', 'contact_lists')),
)
afterEach(() => http.close())

const ask = (method: string, path: string, body?: unknown, session = admin) =>
  http.ask(session, method, path, body)

const values = (own: object = {}) => ({
  name: 'oferta',
  language: 'pt_BR',
  header: [],
  body: ['{nome}', 'Tudo em dobro'],
  buttons: ['{numero}'],
  ...own,
})
const TEXT = 'Olá, {nome}! Tudo em dobro até sexta.\nLoja do Bairro'

const createList = (names: readonly string[], session = admin) => givenList({ pg, http }, session, names)

const campaign = (contactListId: number, over: object = {}) => ({
  name: 'Natal',
  whatsappId: 1,
  contactListId,
  template: values(),
  ...over,
})

const read = async (id: number) => (await ask('GET', `/campaigns/${id}`)).body as unknown as CampaignView
const shipping = async (id: number) =>
  (await ask('GET', `/campaigns/${id}/shipping`)).body['records'] as ShippingView[]
const requests = async (): Promise<EventValue<'campaignMessageRequested'>[]> =>
  (await readOutbox(pg, 'campaigns')).flatMap(({ body }) =>
    body.$case === 'campaignMessageRequested' ? [body.value] : [],
  )

describe('a campaign with a template', () => {
  it('has it in its answer, which is a body, too', async () => {
    const id = idOf(await ask('POST', '/campaigns', campaign(await createList(['Ana']))))
    const view = await read(id)
    expect(view).toMatchObject({
      status: 'INATIVA',
      message1: '',
      template: { ...values(), text: TEXT, fileFormat: null },
    })
    const { status, body } = await ask('PUT', `/campaigns/${id}`, view)
    expect({ status, template: body['template'] }).toEqual({ status: 200, template: view.template })
  })

  it('asks for it when its values or its connection change, not otherwise', async () => {
    const id = idOf(await ask('POST', '/campaigns', campaign(await createList(['Ana']))))
    await ask('PUT', `/campaigns/${id}`, { name: 'Outra', template: values() })
    expect((await read(id)).template).toEqual({ ...values(), text: TEXT, fileFormat: null })
    expect(desk.fills).toHaveLength(1)
    const other = values({ body: ['{nome}', 'Metade do preço'] })
    await ask('PUT', `/campaigns/${id}`, { template: other })
    expect((await read(id)).template).toEqual({
      ...other,
      text: 'Olá, {nome}! Metade do preço até sexta.\nLoja do Bairro',
      fileFormat: null,
    })
    expect(codeOf(await ask('PUT', `/campaigns/${id}`, { whatsappId: null }))).toEqual([
      400,
      'ERR_CAMPAIGN_INCOMPLETE',
    ])
    await ask('PUT', `/campaigns/${id}`, { template: null, message1: 'Oi' })
    expect(await read(id)).toMatchObject({ template: null, message1: 'Oi' })
    expect(desk.fills).toHaveLength(2)
  })

  it('is refused with what it cannot be, and saves nothing', async () => {
    const list = await createList(['Ana'])
    const refused = async (over: object, session = admin) =>
      codeOf(await ask('POST', '/campaigns', campaign(list, over), session))
    expect(await refused({ template: values({ name: 'outra' }) })).toEqual([404, 'ERR_NO_TEMPLATE_FOUND'])
    expect(await refused({ template: values({ body: ['só um'] }) })).toEqual([400, 'ERR_TEMPLATE_VALUES'])
    expect(await refused({ whatsappId: null })).toEqual([400, 'ERR_CAMPAIGN_INCOMPLETE'])
    expect(await refused({ confirmation: true, confirmationMessage1: 'Pode?' })).toEqual([
      400,
      'ERR_TEMPLATE_ALONE',
    ])
    expect(await refused({ contactListId: await createList(['Zé'], stranger) }, stranger)).toEqual([
      404,
      'ERR_NO_WAPP_FOUND',
    ])
    expect((await ask('GET', '/campaigns')).body['count']).toBe(0)
  })

  it('is previewed as its contacts will read it', async () => {
    const { status, body } = await ask(
      'POST',
      '/campaigns/preview',
      campaign(await createList(['Ana', 'Bia'])),
    )
    expect(status).toBe(200)
    expect((body as unknown as CampaignPreviewView).texts.map(({ text }) => text)).toEqual([
      'Olá, Ana! Tudo em dobro até sexta.\nLoja do Bairro',
      'Olá, Bia! Tudo em dobro até sexta.\nLoja do Bairro',
    ])
  })

  it('is sent with the values of each contact; who has none is passed over, and said so', async () => {
    await ask('POST', '/campaign-settings', {
      settings: {
        messageInterval: 0,
        longerIntervalAfter: 0,
        allowedHours: null,
        variables: [{ key: 'vazio', value: ' ' }],
      },
    })
    const body = ['{nome}', '{vazio}']
    const blank = campaign(await createList(['Zé']), { sendNow: true, template: values({ body }) })
    const passed = idOf(await ask('POST', '/campaigns', blank))
    await desk.send()
    expect(await shipping(passed)).toMatchObject([{ state: 'failed', failure: 'ERR_TEMPLATE_VALUES' }])

    await ask('POST', '/campaigns', campaign(await createList(['Ana']), { sendNow: true }))
    await desk.send()
    const parameter = (part: string, text: string, buttonType = '') => ({
      part,
      index: 0,
      buttonType,
      name: '',
      text,
    })
    expect(await requests()).toEqual([
      expect.objectContaining({
        number: '5511987650000',
        body: 'Olá, Ana! Tudo em dobro até sexta.\nLoja do Bairro',
        template: {
          name: 'oferta',
          language: 'pt_BR',
          parameters: [
            parameter('body', 'Ana'),
            parameter('body', 'Tudo em dobro'),
            parameter('button', '5511987650000', 'url'),
          ],
        },
      }),
    ])
  })

  it('takes no file', async () => {
    const id = idOf(await ask('POST', '/campaigns', campaign(await createList(['Ana']))))
    const form = new FormData()
    form.append('file', new Blob(['x'], { type: 'image/png' }), 'x.png')
    expect(codeOf(await ask('POST', `/campaigns/${id}/media-upload`, form))).toEqual([
      400,
      'ERR_TEMPLATE_ALONE',
    ])
  })
})

describe('a campaign whose template has a picture in its header', () => {
  const template = { name: 'vitrine', language: 'pt_BR', header: [], body: ['{nome}'], buttons: [] }
  const pdf = new Blob(['%PDF-1.4'], { type: 'application/pdf' })
  const post = async (over: object, file?: Blob, session = admin) => {
    const body = campaign(await createList(['Ana', 'Bia'], session), { template, ...over })
    return ask('POST', '/campaigns', file ? formOf(file, 'vitrine.png', 'campaignData', body) : body, session)
  }
  const attach = (id: number, file: Blob, session = admin) =>
    ask('POST', `/campaigns/${id}/media-upload`, formOf(file, 'outra.png'), session)
  const stored = async () => (await pg.sql<{ key: string }>('SELECT key FROM campaigns.pending_blobs')).length

  beforeEach(() =>
    ask('POST', '/campaign-settings', {
      settings: { messageInterval: 0, longerIntervalAfter: 0, allowedHours: null },
    }),
  )

  it('sends the one file with the message of each contact', async () => {
    const id = idOf(await post({ sendNow: true }, png()))
    expect(await read(id)).toMatchObject({
      status: 'PROGRAMADA',
      mediaName: 'vitrine.png',
      template: { name: 'vitrine', fileFormat: 'IMAGE' },
    })
    await desk.send()
    const [first] = await requests()
    expect(first).toMatchObject({
      body: 'A vitrine nova está pronta, Ana.',
      media: { name: 'vitrine.png', mimeType: 'image/png', sizeBytes: 16 },
      template: { name: 'vitrine', parameters: [{ text: 'Ana' }] },
    })
    expect(await desk.ports.blobs.get(first?.media?.key ?? '')).toBeDefined()
    expect(await stored()).toBe(0)
  })

  it('is no more than a draft without it', async () => {
    expect(codeOf(await post({ sendNow: true }))).toEqual([400, 'ERR_TEMPLATE_FILE'])
    expect((await ask('GET', '/campaigns')).body['count']).toBe(0)
    const id = idOf(await post({}))
    expect(await read(id)).toMatchObject({ status: 'INATIVA', mediaName: null })
    expect(codeOf(await ask('PUT', `/campaigns/${id}`, { sendNow: true }))).toEqual([
      400,
      'ERR_TEMPLATE_FILE',
    ])
    expect((await attach(id, png())).status).toBe(200)
    expect((await ask('PUT', `/campaigns/${id}`, { sendNow: true })).body['status']).toBe('PROGRAMADA')
    await desk.send()
    expect((await requests())[0]).toMatchObject({ media: { name: 'outra.png' } })
  })

  it('is previewed before it has the file', async () => {
    const body = campaign(await createList(['Ana']), { template })
    const preview = (await ask('POST', '/campaigns/preview', body)).body as unknown as CampaignPreviewView
    expect(preview.texts.map(({ text }) => text)).toEqual(['A vitrine nova está pronta, Ana.'])
  })

  it.each([
    ['another kind', pdf, 'ERR_TEMPLATE_FILE'],
    ['one that is too large', png(1_001), 'ERR_MEDIA_TOO_LARGE'],
    ['an empty one', png(0), 'ERR_MEDIA_EMPTY'],
  ])('refuses %s, and stores none', async (_name, file, code) => {
    expect(codeOf(await post({}, file))[1]).toBe(code)
    const id = idOf(await post({}, png()))
    expect(codeOf(await attach(id, file))[1]).toBe(code)
    const form = formOf(file, 'x.png', 'campaignData', { name: 'Outro nome' })
    expect(codeOf(await ask('PUT', `/campaigns/${id}`, form))[1]).toBe(code)
    expect(await read(id)).toMatchObject({ name: 'Natal', mediaName: 'vitrine.png' })
    expect(await stored()).toBe(0)
  })

  it('keeps it while it is scheduled, and loses it with its template', async () => {
    const scheduledAt = new Date(desk.ports.clock.now().getTime() + 7_200_000).toISOString()
    const id = idOf(await post({ scheduledAt }, png()))
    expect(codeOf(await ask('DELETE', `/campaigns/${id}/media-upload`))).toEqual([400, 'ERR_TEMPLATE_FILE'])
    const form = formOf(png(20), 'nova.png', 'campaignData', { name: 'Outra' })
    expect((await ask('PUT', `/campaigns/${id}`, form)).body).toMatchObject({
      name: 'Outra',
      mediaName: 'nova.png',
    })
    const other = await ask('PUT', `/campaigns/${id}`, { template: values() })
    expect(other.body).toMatchObject({ mediaName: null, template: { name: 'oferta', fileFormat: null } })
  })

  it('that was stopped is not continued without it', async () => {
    const id = idOf(await post({ sendNow: true }, png()))
    await desk.send()
    await ask('POST', `/campaigns/${id}/cancel`)
    expect((await ask('DELETE', `/campaigns/${id}/media-upload`)).status).toBe(200)
    expect(codeOf(await ask('POST', `/campaigns/${id}/restart`))).toEqual([400, 'ERR_TEMPLATE_FILE'])
    await attach(id, png())
    expect((await ask('POST', `/campaigns/${id}/restart`)).status).toBe(200)
  })

  it('is another company’s business', async () => {
    const id = idOf(await post({}, png()))
    expect(codeOf(await attach(id, png(), stranger))).toEqual([404, 'ERR_NO_CAMPAIGN_FOUND'])
    const form = () => formOf(png(), 'x.png', 'campaignData', { name: 'Minha' })
    expect(codeOf(await ask('PUT', `/campaigns/${id}`, form(), stranger))).toEqual([
      404,
      'ERR_NO_CAMPAIGN_FOUND',
    ])
    expect(codeOf(await post({}, png(), stranger))).toEqual([404, 'ERR_NO_WAPP_FOUND'])
    const own = idOf(await post({ whatsappId: 2 }, png(), stranger))
    await ask('PUT', `/campaigns/${own}`, { sendNow: true }, stranger)
    await desk.send()
    const keys = (await requests()).map(({ media }) => media?.key ?? '')
    expect(keys).toEqual([expect.stringMatching(/^companies\/2\//)])
    expect(await read(id)).toMatchObject({ name: 'Natal', mediaName: 'vitrine.png' })
    expect(await stored()).toBe(0)
  })
})

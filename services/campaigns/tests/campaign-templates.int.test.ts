import type { CampaignPreviewView, CampaignView, ShippingView } from '@balcao/contracts'
import type { EventValue } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'
import { readOutbox, type TestDatabase } from '@balcao/testkit'

import { codeOf, givenList, idOf, openEmptyDesk, openTeams, type Desk, type Http } from './support'

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
    expect(view).toMatchObject({ status: 'INATIVA', message1: '', template: { ...values(), text: TEXT } })
    const { status, body } = await ask('PUT', `/campaigns/${id}`, view)
    expect({ status, template: body['template'] }).toEqual({ status: 200, template: view.template })
  })

  it('asks for it when its values or its connection change, not otherwise', async () => {
    const id = idOf(await ask('POST', '/campaigns', campaign(await createList(['Ana']))))
    await ask('PUT', `/campaigns/${id}`, { name: 'Outra', template: values() })
    expect((await read(id)).template).toEqual({ ...values(), text: TEXT })
    expect(desk.fills).toHaveLength(1)
    const other = values({ body: ['{nome}', 'Metade do preço'] })
    await ask('PUT', `/campaigns/${id}`, { template: other })
    expect((await read(id)).template).toEqual({
      ...other,
      text: 'Olá, {nome}! Metade do preço até sexta.\nLoja do Bairro',
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

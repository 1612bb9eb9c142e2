import type { CampaignView, CompanyId, ShippingView } from '@balcao/contracts'
import { deskEvent, type DeskEvent, type EventValue } from '@balcao/contracts/wire'
import { MINUTE, SECOND, type Session } from '@balcao/kernel'
import { readOutbox, type TestDatabase } from '@balcao/testkit'

import {
  A,
  B,
  codeOf,
  givenList,
  idOf,
  namesOf,
  numberOf,
  openEmptyDesk,
  openTeams,
  type Desk,
  type Http,
} from './support'

let pg: TestDatabase
let desk: Desk
let http: Http
let admin: Session
let stranger: Session

beforeAll(async () => ({ pg, admin, stranger } = await openTeams()))
beforeEach(async () => {
  ;({ desk, http } = await openEmptyDesk(pg, 'campaigns', 'campaign_settings', 'contact_lists'))
  for (const session of [admin, stranger])
    await ask('POST', '/campaign-settings', { settings: atOnce }, session)
})
afterEach(() => http.close())

const atOnce = { messageInterval: 0, longerIntervalAfter: 0, allowedHours: null }
const ask = (method: string, path: string, body?: unknown, session = admin) =>
  http.ask(session, method, path, body)
const inMinutes = (minutes: number) =>
  new Date(desk.ports.clock.now().getTime() + minutes * MINUTE).toISOString()

const template = {
  name: 'oferta',
  language: 'pt_BR',
  header: [],
  body: ['{nome}', 'Tudo em dobro'],
  buttons: ['{numero}'],
}

const post = async (over: object = {}, session = admin) =>
  ask(
    'POST',
    '/campaigns',
    {
      name: 'Natal',
      whatsappId: session === admin ? 1 : 2,
      contactListId: await givenList({ pg, http }, session, namesOf(3)),
      template,
      sendNow: true,
      ...over,
    },
    session,
  )
async function create(over: object = {}, session = admin): Promise<number> {
  const created = await post(over, session)
  expect(created.status).toBe(200)
  return idOf(created)
}
const read = async (id: number, session = admin) =>
  (await ask('GET', `/campaigns/${id}`, undefined, session)).body as unknown as CampaignView
const listStates = async (id: number) => {
  const { body } = await ask('GET', `/campaigns/${id}/shipping`)
  return (body['records'] as ShippingView[]).map(({ state }) => state)
}

type Requested = EventValue<'campaignMessageRequested'>
const requests = async (company: CompanyId = A): Promise<Requested[]> =>
  (await readOutbox(pg, 'campaigns')).flatMap(({ companyId, body }) =>
    companyId === company && body.$case === 'campaignMessageRequested' ? [body.value] : [],
  )

const outcomeOf = ({ messageId, campaignId, connectionId }: Requested, company: CompanyId) =>
  deskEvent(desk.ports, { companyId: company, orderingKey: 'key' }, 'outboundChanged', {
    messageId,
    campaignId,
    connectionId,
    waId: 'w',
    remoteJid: '',
    ack: 1,
    failure: '',
  })
async function hand(event: DeskEvent): Promise<void> {
  for (const { cases, handle } of desk.service.consumers)
    if (cases.includes(event.body.$case)) await handle({ event, attempt: 1 } as never)
}
/* WhatsApp takes what was asked for meanwhile; false when that was nothing. */
const accepted = new Map<CompanyId, number>()
beforeEach(() => accepted.clear())
async function accept(company: CompanyId = A): Promise<boolean> {
  const before = accepted.get(company) ?? 0
  const waiting = (await requests(company)).slice(before)
  for (const requested of waiting) await hand(outcomeOf(requested, company))
  accepted.set(company, before + waiting.length)
  return waiting.length > 0
}

/* Longer than anything that is known of a budget. */
const pass = () => desk.ports.clock.advance(11 * SECOND)
async function sendRest(company: CompanyId = A): Promise<void> {
  do await desk.send()
  while (await accept(company))
}

const stopped = { status: 'CANCELADA', stopReason: 'budget' }

describe('a campaign with a template, when the budget is spent', () => {
  it('stops before the next message, loses nobody, and goes on with a raised budget', async () => {
    const id = await create()
    await desk.send()
    desk.overspent.companies.add(A)
    pass()
    // The message that was handed over is applied; the next is not sent by its outcome.
    await accept()
    expect(await read(id)).toMatchObject({ status: 'EM_ANDAMENTO', report: { delivered: 1 } })
    await desk.send()
    expect(await read(id)).toMatchObject(stopped)
    expect(await listStates(id)).toEqual(['delivered', 'waiting', 'waiting'])
    await desk.send()
    expect(await requests()).toHaveLength(1)

    expect(codeOf(await ask('POST', `/campaigns/${id}/restart`))).toEqual([409, 'ERR_CAMPAIGN_BUDGET'])
    expect(await read(id)).toMatchObject(stopped)
    desk.overspent.companies.clear()
    expect((await ask('POST', `/campaigns/${id}/restart`)).body).toMatchObject({ stopReason: null })
    desk.ports.clock.advance(3 * SECOND)
    await sendRest()
    expect((await requests()).map((sent) => sent.number)).toEqual([numberOf(0), numberOf(1), numberOf(2)])
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { valid: 3, delivered: 3 } })
  })

  it('ends when its last message is out already', async () => {
    const id = await create()
    await desk.send()
    await accept()
    await accept()
    desk.overspent.companies.add(A)
    pass()
    await accept()
    await desk.send()
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', stopReason: null })
  })

  it('begins no message, whether it begins now or was scheduled', async () => {
    const later = await create({ sendNow: undefined, scheduledAt: inMinutes(90) })
    const draft = await create({ sendNow: undefined })
    desk.overspent.companies.add(A)
    expect(codeOf(await post())).toEqual([409, 'ERR_CAMPAIGN_BUDGET'])
    expect(codeOf(await ask('PUT', `/campaigns/${draft}`, { sendNow: true }))).toEqual([
      409,
      'ERR_CAMPAIGN_BUDGET',
    ])
    expect(await read(draft)).toMatchObject({ status: 'INATIVA' })
    // Its time is another month's, perhaps.
    expect((await post({ sendNow: undefined, scheduledAt: inMinutes(90) })).status).toBe(200)
    desk.ports.clock.advance(91 * MINUTE)
    await desk.send()
    expect(await read(later)).toMatchObject({ ...stopped, report: { valid: 3 } })
    expect(await requests()).toEqual([])
  })

  it('waits for its hours first: a new month begins meanwhile, perhaps', async () => {
    const allowedHours = { start: '00:00', end: '00:01' }
    await ask('POST', '/campaign-settings', { settings: { ...atOnce, allowedHours } })
    const id = await create()
    desk.overspent.companies.add(A)
    await desk.send()
    expect(await read(id)).toMatchObject({ status: 'EM_ANDAMENTO', stopReason: null })
  })

  it('waits while tickets is away, and applies outcomes', async () => {
    const id = await create()
    await desk.send()
    desk.overspent.away = true
    pass()
    await accept()
    expect(await read(id)).toMatchObject({ report: { delivered: 1 } })
    await expect(desk.send()).rejects.toThrow('1 items failed')
    expect(await requests()).toHaveLength(1)
    desk.overspent.away = false
    await sendRest()
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA' })
  })
})

describe('a spent budget does not stop', () => {
  it('campaigns with texts', async () => {
    desk.overspent.companies.add(A)
    const id = await create({ template: undefined, message1: 'Oi {nome}!' })
    await sendRest()
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { delivered: 3 } })
  })

  it('campaigns of another company', async () => {
    const own = await create()
    const foreign = await create({}, stranger)
    desk.overspent.companies.add(A)
    pass()
    await sendRest(B)
    expect(await read(own)).toMatchObject(stopped)
    expect(await read(foreign, stranger)).toMatchObject({ status: 'FINALIZADA', report: { delivered: 3 } })
    expect((await requests(B)).map(({ connectionId }) => connectionId)).toEqual([2, 2, 2])
    expect(await requests(A)).toEqual([])
  })
})

import { normalizePhone, toInstant, type CampaignView, type ShippingView } from '@balcao/contracts'
import { deskEvent, type DeskEvent, type EventValue } from '@balcao/contracts/wire'
import { DAY, HOUR, MINUTE, SECOND, type Session } from '@balcao/kernel'
import { readOutbox, type TestDatabase } from '@balcao/testkit'

import { keepCampaignHours } from '../src/migrations/20261126T172000-keep-campaign-hours'
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
beforeEach(
  async () =>
    ({ desk, http } = await openEmptyDesk(
      pg,
      'campaigns',
      'campaign_settings',
      'opt_outs',
      'contact_lists',
      'file_lists',
    )),
)
afterEach(() => http.close())

const ask = (method: string, path: string, body?: unknown, session = admin) =>
  http.ask(session, method, path, body)
const inMinutes = (minutes: number) =>
  new Date(desk.ports.clock.now().getTime() + minutes * MINUTE).toISOString()

const createList = (size: number, session = admin) => givenList({ pg, http }, session, namesOf(size))

const draft = (contactListId: number, over: object = {}) => ({
  name: 'Natal',
  message1: 'Oi {nome}!',
  whatsappId: 1,
  contactListId,
  scheduledAt: inMinutes(-1),
  ...over,
})

async function create(size: number, over: object = {}): Promise<number> {
  const created = await ask('POST', '/campaigns', draft(await createList(size), over))
  expect(created.status).toBe(200)
  return idOf(created)
}

const read = async (id: number) => (await ask('GET', `/campaigns/${id}`)).body as unknown as CampaignView
const shipping = async (id: number) =>
  (await ask('GET', `/campaigns/${id}/shipping`)).body['records'] as ShippingView[]

type Requested = EventValue<'campaignMessageRequested'>
const requests = async (): Promise<Requested[]> =>
  (await readOutbox(pg, 'campaigns')).flatMap(({ body }) =>
    body.$case === 'campaignMessageRequested' ? [body.value] : [],
  )
const setPace = (settings: object) => ask('POST', '/campaign-settings', { settings })

type FollowedCase =
  'outboundChanged' | 'messageReceived' | 'connectionChanged' | 'connectionDeleted' | 'campaignAnswered'
const make = <C extends FollowedCase>(name: C, value: object, company = A) =>
  deskEvent(desk.ports, { companyId: company, orderingKey: 'key' }, name, value as EventValue<C>)
async function hand<C extends FollowedCase>(event: DeskEvent<C>): Promise<void> {
  for (const { cases, handle } of desk.service.consumers)
    if (cases.includes(event.body.$case)) await handle({ event: event as never, attempt: 1 } as never)
}
const deliver = <C extends FollowedCase>(name: C, value: object, company = A) =>
  hand(make(name, value, company))
const outcome = (of: Requested, ack: number, failure = '') =>
  deliver('outboundChanged', {
    messageId: of.messageId,
    campaignId: of.campaignId,
    connectionId: 1,
    waId: 'w',
    remoteJid: '',
    ack,
    failure,
  })
const answer = (from: string, body: string) =>
  deliver('messageReceived', {
    contact: { number: from, lid: '', name: '' },
    body,
    connectionId: 1,
    fromMe: false,
    isGroup: false,
  })

/* As tickets tells it. */
const answering = (of: Requested, body: string, meaning: string, company = A) =>
  make(
    'campaignAnswered',
    {
      campaignId: of.campaignId,
      messageId: of.messageId,
      number: normalizePhone(of.number),
      meaning,
      body,
      sentAt: desk.ports.clock.now(),
      isTaken: true,
      connectionId: 1,
    },
    company,
  )

/* The gateway sends what was requested; answers how many messages those were. */
let answered = 0
beforeEach(() => (answered = 0))
async function sendAll(ack = 1, failure = ''): Promise<void> {
  for (;;) {
    await desk.send()
    const waiting = (await requests()).slice(answered)
    if (waiting.length === 0) return
    for (const one of waiting) await outcome(one, ack, failure)
    answered += waiting.length
  }
}

describe('a campaign', () => {
  it('goes to each contact of its list once, and ends', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(5, { message2: 'Olá {nome}, {numero}' })
    expect(await read(id)).toMatchObject({ status: 'PROGRAMADA' })
    await sendAll()
    expect((await requests()).map((sent) => [sent.number, sent.body])).toEqual([
      [numberOf(0), 'Oi Cliente 0!'],
      [numberOf(1), `Olá Cliente 1, ${numberOf(1)}`],
      [numberOf(2), 'Oi Cliente 2!'],
      [numberOf(3), `Olá Cliente 3, ${numberOf(3)}`],
      [numberOf(4), 'Oi Cliente 4!'],
    ])
    expect(await read(id)).toMatchObject({
      status: 'FINALIZADA',
      completedAt: desk.ports.clock.now().toISOString(),
      forecastAt: null,
      report: { valid: 5, delivered: 5, failed: 0 },
    })
    const shipped = await shipping(id)
    expect(shipped.every(({ state }) => state === 'delivered')).toBe(true)
    const { shipping: within, contactList } = await read(id)
    expect(within).toEqual(shipped)
    expect(contactList?.contacts?.map((contact) => contact.number)).toEqual([0, 1, 2, 3, 4].map(numberOf))
    const brief = (await ask('GET', `/campaigns/${id}?lists=false`)).body as unknown as CampaignView
    expect([brief.shipping, brief.contactList?.contacts]).toEqual([undefined, undefined])
  })

  it('goes to the people of a tag, too; a number comes once', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(1, { tagListId: 3 })
    await sendAll()
    expect((await requests()).map((sent) => sent.number)).toEqual([numberOf(0), '5511987659999'])
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { valid: 2, delivered: 2 } })
  })

  it('sends one message at a time, at its pace', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 1, greaterInterval: 30 })
    const id = await create(3)
    await desk.send()
    await desk.send()
    expect(await requests()).toHaveLength(1)
    await outcome((await requests())[0]!, 1)
    await desk.send()
    expect(await requests()).toHaveLength(1)
    desk.ports.clock.advance(30 * SECOND)
    await desk.send()
    expect(await requests()).toHaveLength(2)
    const { forecastAt } = await read(id)
    expect(new Date(String(forecastAt)).getTime()).toBeGreaterThan(desk.ports.clock.now().getTime())
  })

  it('notes in every list whether the numbers it was sent to are on WhatsApp', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0, allowedHours: null })
    await createList(2)
    await createList(2, stranger)
    await create(4)
    await pg.sql(`UPDATE campaigns.contact_list_items SET validity = 'unknown', check_at = $1`, [
      inMinutes(9),
    ])
    for (const [ack, failure] of [
      [1, ''],
      [-1, 'ERR_WAPP_NOT_ON_WHATSAPP'],
      [-1, 'ERR_SENDING_WAPP_MSG'],
    ] as const) {
      await desk.send()
      await outcome((await requests()).at(-1)!, ack, failure)
    }
    const told = (await readOutbox(pg, 'campaigns')).flatMap(({ body }) =>
      body.$case === 'contactListItemChanged' && !body.value.created ? [body.value.item?.number] : [],
    )
    expect(told).toEqual([numberOf(0), numberOf(0), numberOf(1), numberOf(1)])
    expect(
      await pg.sql(`SELECT company_id AS company, number, validity, check_at IS NULL AS checked
        FROM campaigns.contact_list_items WHERE validity <> 'unknown' ORDER BY number, id`),
    ).toEqual([
      { company: A, number: numberOf(0), validity: 'valid', checked: true },
      { company: A, number: numberOf(0), validity: 'valid', checked: true },
      { company: A, number: numberOf(1), validity: 'invalid', checked: true },
      { company: A, number: numberOf(1), validity: 'invalid', checked: true },
    ])
  })

  it('counts an outcome once, whatever repeats, and what was received and read', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(1)
    await desk.send()
    const [sent] = await requests()
    for (const ack of [1, 1, 3, 2, 3]) await outcome(sent!, ack)
    expect((await read(id)).report).toMatchObject({ valid: 1, delivered: 1, received: 1, read: 1 })
  })

  it('counts as failed what WhatsApp refuses after it took it, in a finished campaign too', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0, allowedHours: null })
    const id = await create(2)
    await sendAll()
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { delivered: 2 } })
    const refused = (await requests())[1]!
    for (const _again of [1, 2]) await outcome(refused, -1, 'ERR_WAPP_BLOCKED_BY_POLICY')
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { delivered: 1, failed: 1 } })
  })

  it('keeps its hours and reads its time by the company’s zone', async () => {
    desk.billing.timeZone = 'Asia/Tokyo'
    await setPace({ allowedHours: { start: '09:00', end: '18:00' } })
    // 15:00 UTC by the fixed clock is midnight in Tokyo.
    const id = await create(1, { scheduledAt: '2026-11-21 00:00:00' })
    await desk.send()
    expect(await read(id)).toMatchObject({
      status: 'EM_ANDAMENTO',
      scheduledAt: '2026-11-20T15:00:00.000Z',
      forecastAt: '2026-11-21T00:00:13.100Z',
    })
    expect(await requests()).toEqual([])
    desk.ports.clock.advance(9 * HOUR)
    await desk.send()
    expect(await requests()).toHaveLength(1)
  })

  it('begins late after an outage, once, and only within the allowed hours', async () => {
    // 12:00 in São Paulo by the fixed clock is set by these hours' distance from now.
    const local = new Date(desk.ports.clock.now().getTime() - 3 * HOUR)
    const time = (hours: number) =>
      `${String((local.getUTCHours() + hours + 24) % 24).padStart(2, '0')}:${String(local.getUTCMinutes()).padStart(2, '0')}`
    await setPace({ allowedHours: { start: time(2), end: time(4) } })
    await create(1, { scheduledAt: inMinutes(-5) })
    desk.ports.clock.advance(MINUTE)
    await desk.send()
    expect(await requests()).toEqual([])
    desk.ports.clock.advance(2 * HOUR)
    await desk.send()
    await desk.send()
    expect(await requests()).toHaveLength(1)
  })

  it('goes on where a killed process stopped: no contact is lost or doubled', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(6)
    let appended = 0
    const append = desk.ports.events.append.bind(desk.ports.events)
    desk.ports.events.append = async (...given) => {
      await append(...given)
      appended += 1
      if (appended % 3 === 0) throw new Error('killed')
    }
    for (let round = 0; round < 40; round += 1) {
      await desk.send().catch(() => undefined)
      for (const one of (await requests()).slice(answered)) {
        const isDone = await outcome(one, 1).then(
          () => true,
          () => false,
        )
        if (!isDone) break
        answered += 1
      }
    }
    expect((await requests()).map((sent) => sent.number)).toEqual([0, 1, 2, 3, 4, 5].map(numberOf))
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { delivered: 6 } })
  })
})

describe('a campaign with a file list', () => {
  const createFiles = async (names: string[], session = admin): Promise<number> => {
    const options = names.map((name) => ({ name }))
    const list = await ask('POST', '/files', { name: 'Catálogo', message: 'x', options }, session)
    const form = new FormData()
    for (const { id } of list.body['options'] as { id: number }[]) form.append('id', String(id))
    for (const name of names)
      form.append('files', new Blob([name], { type: 'application/pdf' }), `${name}.pdf`)
    await ask('POST', `/files/uploadList/${idOf(list)}`, form, session)
    return idOf(list)
  }
  const sent = async () => (await requests()).map(({ body, media }) => [body, media?.name ?? ''])
  const everything = (of: number) => [
    ['verão', 'verão.pdf'],
    ['inverno', 'inverno.pdf'],
    [`Oi Cliente ${of}!`, ''],
  ]

  it('sends its files in their order, each once, and then the message', async () => {
    await setPace({ messageInterval: 20, longerIntervalAfter: 0 })
    const id = await create(2, { fileListId: await createFiles(['verão', 'inverno']) })
    await sendAll()
    expect(await sent()).toEqual(everything(0))
    expect(await read(id)).toMatchObject({ fileListId: 1, report: { delivered: 1 } })
    desk.ports.clock.advance(20 * SECOND)
    await sendAll()
    expect(await sent()).toEqual([...everything(0), ...everything(1)])
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { delivered: 2 } })
  })

  it('goes on with what a contact does not have, after a cancellation and whatever is killed', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(1, { fileListId: await createFiles(['verão', 'inverno']) })
    await desk.send()
    await ask('POST', `/campaigns/${id}/cancel`)
    await sendAll()
    expect(await sent()).toEqual(everything(0).slice(0, 1))
    await ask('POST', `/campaigns/${id}/restart`)
    desk.ports.clock.advance(3 * SECOND)
    const append = desk.ports.events.append.bind(desk.ports.events)
    let isKilled = false
    desk.ports.events.append = async (...given) => {
      await append(...given)
      if (!isKilled) throw new Error('killed')
    }
    await desk.send().catch(() => undefined)
    isKilled = true
    await sendAll()
    expect(await sent()).toEqual(everything(0))
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { delivered: 1 } })
  })

  it('goes on without one that is deleted, and takes none of another company', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const files = await createFiles(['verão', 'inverno'])
    const id = await create(1, { fileListId: files })
    await desk.send()
    await ask('DELETE', `/files/${files}`)
    await sendAll()
    expect(await sent()).toEqual([
      ['verão', 'verão.pdf'],
      ['Oi Cliente 0!', ''],
    ])
    expect(await read(id)).toMatchObject({ fileListId: null, status: 'FINALIZADA' })
    const foreign = await createFiles(['x'], stranger)
    const refused = await ask('POST', '/campaigns', { name: 'Natal', fileListId: foreign })
    expect(codeOf(refused)).toEqual([404, 'ERR_NO_FILE_FOUND'])
  })
})

describe('its contacts', () => {
  it('are left out when their number is not on WhatsApp, or they asked for no more messages', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0, optOutWords: ['sair'] })
    const first = await create(3)
    await pg.sql(
      `UPDATE campaigns.contact_list_items SET validity = 'invalid' WHERE number = '${numberOf(1)}'`,
    )
    await desk.send()
    await answer(numberOf(2), 'SAIR')
    await sendAll()
    const sent = (await requests()).filter(({ isReply }) => !isReply)
    expect(sent.map((one) => one.number)).toEqual([numberOf(0)])
    expect(await read(first)).toMatchObject({
      status: 'FINALIZADA',
      report: { valid: 2, delivered: 1, refused: 1 },
    })
    const again = idOf(await ask('POST', '/campaigns', draft(Number((await read(first)).contactListId))))
    await sendAll()
    expect((await read(again)).report).toMatchObject({ valid: 2, delivered: 1, refused: 1 })
  })

  it('confirm before they get the message; a no, or a day without an answer, refuses it', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(3, { confirmation: true, confirmationMessage1: 'Posso, {nome}?' })
    await sendAll()
    expect((await requests()).map(({ body }) => body)).toEqual([
      'Posso, Cliente 0?',
      'Posso, Cliente 1?',
      'Posso, Cliente 2?',
    ])
    const [first, second] = await requests()
    expect([first?.answers, second?.isReply]).toEqual([
      { campaignName: 'Natal', asks: true, opensTicket: false, optOutWords: ['sair', 'parar', 'stop'] },
      false,
    ])
    const yes = answering(first!, 'Sim!', 'yes')
    await hand(yes)
    await hand(yes)
    await hand(answering(second!, 'Não', 'no'))
    // What tickets does not tell is for people: an agent asked.
    await answer(numberOf(2), 'sim')
    // Another company's campaign is not answered.
    await hand(answering((await requests())[2]!, 'sim', 'yes', B))
    desk.ports.clock.advance(10 * SECOND)
    await sendAll()
    expect((await requests()).slice(3).map(({ body }) => body)).toEqual(['Oi Cliente 0!'])
    expect(await read(id)).toMatchObject({
      status: 'EM_ANDAMENTO',
      report: { confirmationsRequested: 3, confirmed: 1, delivered: 1, refused: 1, answered: 2 },
    })
    expect((await shipping(id)).map(({ answer: words }) => words)).toEqual(['Sim!', 'Não', null])
    expect((await requests())[3]?.answers?.asks).toBe(false)
    desk.ports.clock.advance(DAY)
    await sendAll()
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { delivered: 1, refused: 2 } })
  })

  it('are asked by an earlier release: their messages answer', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(2, { confirmation: true, confirmationMessage1: 'Posso, {nome}?' })
    await sendAll()
    await pg.sql('UPDATE campaigns.campaign_items SET answers_are_told = false')
    await answer(numberOf(0), 'sim, por favor')
    await answer(numberOf(1), 'Quanto custa?')
    expect((await read(id)).report).toMatchObject({ confirmed: 1, answered: 1, refused: 0 })
  })

  it('answer before news of the question: nothing is lost, and the question counts', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(1, { confirmation: true, confirmationMessage1: 'Posso?' })
    await desk.send()
    const [question] = await requests()
    await hand(answering(question!, 'sim', 'yes'))
    await outcome(question!, 2)
    answered = 1
    desk.ports.clock.advance(10 * SECOND)
    await sendAll()
    expect((await requests()).map(({ body }) => body)).toEqual(['Posso?', 'Oi Cliente 0!'])
    expect((await read(id)).report).toMatchObject({ confirmationsRequested: 1, confirmed: 1, delivered: 1 })
  })

  it('may open a ticket with their answer, when the campaign says so', async () => {
    const id = await create(1, { confirmation: true, confirmationMessage1: 'Posso?', openTicket: true })
    expect(await read(id)).toMatchObject({ openTicket: true })
    await sendAll()
    expect((await requests())[0]?.answers?.opensTicket).toBe(true)
  })

  it('who want no more are told so once, among agents’ messages, in the company’s language', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(2)
    await sendAll()
    const [first] = await requests()
    await hand(answering(first!, 'SAIR', 'opt-out'))
    await answer(numberOf(0), 'sair')
    await hand(answering(first!, 'sair', 'opt-out'))
    const replies = (await requests()).filter(({ isReply }) => isReply)
    expect(replies).toMatchObject([
      { number: numberOf(0), connectionId: 1, body: '¡Listo! No recibirá más campañas nuestras.' },
    ])
    expect((await read(id)).report).toMatchObject({ answered: 1, delivered: 2 })
  })
})

describe('a running campaign', () => {
  it('stops when a person cancels it, and goes on with the contacts that are left', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(3)
    await desk.send()
    expect((await ask('POST', `/campaigns/${id}/cancel`)).body).toMatchObject({
      status: 'CANCELADA',
      stopReason: 'user',
    })
    expect(codeOf(await ask('POST', `/campaigns/${id}/cancel`))).toEqual([409, 'ERR_CAMPAIGN_STATUS'])
    await sendAll()
    expect(await requests()).toHaveLength(1)
    expect((await read(id)).report).toMatchObject({ delivered: 1 })
    await ask('PUT', `/campaigns/${id}`, { message1: 'Tchau {nome}' })
    await ask('POST', `/campaigns/${id}/restart`)
    desk.ports.clock.advance(3 * SECOND)
    await sendAll()
    expect((await requests()).map(({ body }) => body)).toEqual([
      'Oi Cliente 0!',
      'Tchau Cliente 1',
      'Tchau Cliente 2',
    ])
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA' })
  })

  it('stops by itself when WhatsApp restricts the number; the refused message is sent later', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(2)
    await desk.send()
    await outcome((await requests())[0]!, -1, 'ERR_WAPP_RESTRICTED')
    answered = 1
    expect(await read(id)).toMatchObject({
      status: 'CANCELADA',
      stopReason: 'restricted',
      report: { failed: 0 },
    })
    await ask('POST', `/campaigns/${id}/restart`)
    desk.ports.clock.advance(3 * SECOND)
    await sendAll()
    expect((await requests()).map((sent) => sent.number)).toEqual([numberOf(0), numberOf(0), numberOf(1)])
    expect(await read(id)).toMatchObject({ status: 'FINALIZADA', report: { delivered: 2 } })
  })

  it('stops by itself when a fifth of its messages fail', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    const id = await create(15)
    await sendAll(-1, 'ERR_SENDING_WAPP_MSG')
    expect(await read(id)).toMatchObject({
      status: 'CANCELADA',
      stopReason: 'failures',
      report: { failed: 10 },
    })
    expect(await requests()).toHaveLength(10)
  })

  it('follows its connection: a new name, a restriction, its end', async () => {
    const id = await create(2)
    await desk.send()
    await deliver('connectionChanged', { connection: { id: 1, name: 'Vendas', newChatsHold: '' } })
    expect((await read(id)).whatsapp).toEqual({ id: 1, name: 'Vendas' })
    await deliver('connectionChanged', { connection: { id: 1, name: 'Vendas', newChatsHold: 'restricted' } })
    expect(await read(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'restricted' })
    await deliver('connectionDeleted', { connectionId: 1 })
    expect((await read(id)).whatsapp).toBeNull()
    expect(codeOf(await ask('POST', `/campaigns/${id}/restart`))).toEqual([409, 'ERR_CAMPAIGN_STATUS'])
  })

  it('waits while the plan has no campaigns', async () => {
    await setPace({ messageInterval: 0, longerIntervalAfter: 0 })
    await create(2)
    desk.billing.useCampaigns = false
    desk.ports.clock.advance(11 * SECOND)
    await desk.send()
    expect(await requests()).toEqual([])
    desk.billing.useCampaigns = true
    desk.ports.clock.advance(11 * SECOND)
    await desk.send()
    expect(await requests()).toHaveLength(1)
  })
})

describe('the time of a campaign', () => {
  const inPast = {
    status: 400,
    body: { error: 'ERR_CAMPAIGN_IN_PAST', fields: { scheduledAt: 'In the past' } },
  }

  it('may not have passed, in a new one, an edited one and a preview', async () => {
    const list = await createList(1)
    const past = draft(list, { scheduledAt: inMinutes(-6) })
    expect(await ask('POST', '/campaigns', past)).toMatchObject(inPast)
    expect(await ask('POST', '/campaigns/preview', past)).toMatchObject(inPast)
    const id = idOf(await ask('POST', '/campaigns', draft(list, { scheduledAt: null })))
    expect(await ask('PUT', `/campaigns/${id}`, { scheduledAt: inMinutes(-6) })).toMatchObject(inPast)
    expect(await read(id)).toMatchObject({ status: 'INATIVA', scheduledAt: null })
    await desk.send()
    expect(await requests()).toEqual([])
  })

  it('is now where it is sent now, whatever time is beside it', async () => {
    const id = await create(1, { scheduledAt: inMinutes(-6), sendNow: true })
    expect((await read(id)).scheduledAt).toBe(inMinutes(0))
    await desk.send()
    expect(await requests()).toHaveLength(1)
  })
})

describe('a preview', () => {
  const preview = async (body: object, session = admin) => ask('POST', '/campaigns/preview', body, session)
  const setValidity = (index: number, validity: string) =>
    pg.sql(`UPDATE campaigns.contact_list_items SET validity = $2 WHERE number = $1`, [
      numberOf(index),
      validity,
    ])

  const optOut = (of: string) =>
    pg.sql(`INSERT INTO campaigns.opt_outs (company_id, number_key, created_at) VALUES (1, $1, now())`, [
      normalizePhone(of),
    ])

  it('counts each number once, without invalid ones and those who opted out, and sends what it shows', async () => {
    await setPace({
      messageInterval: 0,
      longerIntervalAfter: 0,
      variables: [{ key: 'cupom', value: 'NATAL' }],
    })
    const list = await createList(5)
    await setValidity(1, 'invalid')
    await optOut(numberOf(2))
    // Tag 3 has client 0 of the list once more, and Zoé.
    const body = draft(list, {
      tagListId: 3,
      message1: '{nome} {cupom}',
      message2: 'Olá {{firstName}}, {numero}',
      sendNow: true,
    })
    const shown = await preview(body)
    expect(shown).toMatchObject({
      status: 200,
      body: {
        people: 4,
        invalid: 1,
        optedOut: 1,
        markets: [{ callingCode: '55', people: 4 }],
        startsAt: inMinutes(0),
        texts: [
          { name: 'Cliente 0', number: numberOf(0), text: 'Cliente 0 NATAL' },
          { name: 'Cliente 3', text: 'Cliente 3 NATAL' },
          { name: 'Cliente 4', text: `Olá Cliente, ${numberOf(4)}` },
        ],
      },
    })
    expect(await requests()).toEqual([])
    expect((await ask('GET', '/campaigns')).body).toMatchObject({ count: 0 })
    await ask('POST', '/campaigns', body)
    for (let round = 0; round < 8; round += 1) {
      await sendAll()
      desk.ports.clock.advance(11 * SECOND)
    }
    const sent = (await requests()).map((one) => ({ number: one.number, text: one.body }))
    expect(sent).toHaveLength(4)
    expect(sent.slice(0, 3)).toEqual(
      (shown.body['texts'] as { number: string; text: string }[]).map(({ number: to, text }) => ({
        number: to,
        text,
      })),
    )
  })

  it('says when it begins and ends, by hours and intervals, and shows the question first', async () => {
    desk.billing.timeZone = 'Asia/Tokyo'
    await setPace({
      allowedHours: { start: '09:00', end: '18:00' },
      messageInterval: 20,
      longerIntervalAfter: 0,
    })
    const body = draft(await createList(2), { confirmation: true, confirmationMessage1: 'Pode, {nome}?' })
    // 15:00 UTC by the fixed clock is midnight in Tokyo.
    expect((await preview(body)).body).toMatchObject({
      startsAt: '2026-11-21T00:00:00.000Z',
      endsAt: '2026-11-21T00:00:21.200Z',
      texts: [{ text: 'Pode, Cliente 0?' }, { text: 'Pode, Cliente 1?' }],
    })
  })

  it('is of a complete campaign, and of the company’s own things', async () => {
    const list = await createList(1)
    expect(codeOf(await preview(draft(list, { message1: ' ' })))).toEqual([400, 'ERR_CAMPAIGN_INCOMPLETE'])
    expect(codeOf(await preview(draft(list), stranger))).toEqual([404, 'ERR_NO_WAPP_FOUND'])
    expect(codeOf(await preview(draft(list, { tagListId: 4 })))).toEqual([404, 'ERR_NO_TAG_FOUND'])
  })
})

describe('edits', () => {
  it('are refused by status and time', async () => {
    const list = await createList(1)
    const far = idOf(await ask('POST', '/campaigns', draft(list, { scheduledAt: inMinutes(61) })))
    expect((await ask('PUT', `/campaigns/${far}`, { name: 'Ano Novo' })).body).toMatchObject({
      name: 'Ano Novo',
    })
    desk.ports.clock.advance(2 * MINUTE)
    expect(codeOf(await ask('PUT', `/campaigns/${far}`, { name: 'Tarde' }))).toEqual([
      409,
      'ERR_CAMPAIGN_NOT_EDITABLE',
    ])
    expect(codeOf(await ask('DELETE', `/contact-lists/${list}`))).toEqual([409, 'ERR_CONTACT_LIST_IN_USE'])
    desk.ports.clock.advance(HOUR)
    await desk.send()
    expect(codeOf(await ask('DELETE', `/campaigns/${far}`))).toEqual([409, 'ERR_CAMPAIGN_NOT_EDITABLE'])
  })

  it('of a cancelled campaign are its messages only, also when its list is gone; a whole answer is taken back', async () => {
    const id = await create(3)
    await desk.send()
    await ask('POST', `/campaigns/${id}/cancel`)
    const cancelled = await read(id)
    expect(
      (await ask('PUT', `/campaigns/${id}`, { ...cancelled, message1: 'Tchau {nome}!' })).body,
    ).toMatchObject({
      name: 'Natal',
      status: 'CANCELADA',
      message1: 'Tchau {nome}!',
    })
    for (const over of [
      { name: 'Outra' },
      { contactListId: null },
      { whatsappId: null },
      { scheduledAt: inMinutes(90) },
    ])
      expect(codeOf(await ask('PUT', `/campaigns/${id}`, over))).toEqual([409, 'ERR_CAMPAIGN_NOT_EDITABLE'])
    expect((await ask('DELETE', `/contact-lists/${cancelled.contactListId}`)).status).toBe(200)
    expect((await ask('PUT', `/campaigns/${id}`, { message2: 'Até mais' })).body).toMatchObject({
      message1: 'Tchau {nome}!',
      message2: 'Até mais',
    })
  })

  it('refuse the tag of another company, and keep one that was deleted', async () => {
    const foreign = [404, 'ERR_NO_TAG_FOUND']
    expect(codeOf(await ask('POST', '/campaigns', { name: 'Natal', tagListId: 4 }))).toEqual(foreign)
    const id = idOf(await ask('POST', '/campaigns', { name: 'Natal', tagListId: 3 }))
    expect(codeOf(await ask('PUT', `/campaigns/${id}`, { tagListId: 4 }))).toEqual(foreign)
    await pg.sql('UPDATE campaigns.campaigns SET tag_id = 5 WHERE id = $1', [id])
    expect((await ask('PUT', `/campaigns/${id}`, { name: 'Páscoa', tagListId: 5 })).status).toBe(200)
  })

  it('need a connection and contacts of the company to be scheduled', async () => {
    const list = await createList(1)
    expect(codeOf(await ask('POST', '/campaigns', draft(list, { whatsappId: null })))).toEqual([
      400,
      'ERR_CAMPAIGN_INCOMPLETE',
    ])
    expect(codeOf(await ask('POST', '/campaigns', draft(list, { whatsappId: 9 })))).toEqual([
      404,
      'ERR_NO_WAPP_FOUND',
    ])
    expect(codeOf(await ask('POST', '/campaigns', draft(list), stranger))).toEqual([404, 'ERR_NO_WAPP_FOUND'])
    expect(codeOf(await ask('POST', '/campaigns', draft(list, { whatsappId: null }), stranger))).toEqual([
      404,
      'ERR_NO_CONTACT_LIST_FOUND',
    ])
  })

  it('and everything else are the company’s own', async () => {
    const id = await create(1, { scheduledAt: inMinutes(90) })
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['POST', '/restart'],
      ['GET', '/shipping'],
      ['DELETE', '/media-upload'],
    ] as const)
      expect(
        codeOf(await ask(method, `/campaigns/${id}${path}`, method === 'PUT' ? {} : undefined, stranger)),
      ).toEqual([404, 'ERR_NO_CAMPAIGN_FOUND'])
    expect((await ask('GET', '/campaigns', undefined, stranger)).body).toMatchObject({ count: 0 })
    expect((await ask('GET', '/campaigns?searchParam=NATAL')).body).toMatchObject({ count: 1 })
  })
})

it('a company’s campaigns wait for the day, until it sets other hours', async () => {
  // 3 o'clock in the company's zone.
  desk.ports.clock.set(toInstant(desk.billing.timeZone, new Date('2026-11-23T03:00:00Z')))
  await create(1, { scheduledAt: inMinutes(-1) })
  await desk.send()
  expect(await requests()).toEqual([])
  desk.ports.clock.advance(5 * 60 * MINUTE)
  await desk.send()
  expect(await requests()).toHaveLength(1)
})

it('companies that had campaigns or settings before there were hours keep sending at any time', async () => {
  await pg.sql(`INSERT INTO campaigns.campaign_settings (company_id, settings) VALUES
    (${A}, '{"messageInterval": 5}'), (7, '{"allowedHours": {"start": "09:00", "end": "18:00"}}')`)
  await create(1)
  await ask('POST', '/campaigns', { name: 'Deles', message1: 'Oi' }, stranger)
  await pg.sql(`SET LOCAL search_path TO campaigns; ${keepCampaignHours.up}`)
  expect(await pg.sql('SELECT * FROM campaigns.campaign_settings ORDER BY company_id')).toEqual([
    { company_id: A, settings: { messageInterval: 5, allowedHours: null } },
    { company_id: B, settings: { allowedHours: null } },
    { company_id: 7, settings: { allowedHours: { start: '09:00', end: '18:00' } } },
  ])
})

it('settings keep what is not given', async () => {
  await setPace({ variables: [{ key: 'cupom', value: 'X' }] })
  await setPace({ messageInterval: 5 })
  const settings = (await ask('GET', '/campaign-settings')).body as unknown as {
    key: string
    value: string
  }[]
  expect(Object.fromEntries(settings.map(({ key, value }) => [key, JSON.parse(value)]))).toEqual({
    messageInterval: 5,
    longerIntervalAfter: 20,
    greaterInterval: 60,
    variables: [{ key: 'cupom', value: 'X' }],
    allowedHours: { start: '08:00', end: '20:00' },
    optOutWords: ['sair', 'parar', 'stop'],
  })
  expect((await setPace({ messageInterval: 7 })).status).toBe(400)
})

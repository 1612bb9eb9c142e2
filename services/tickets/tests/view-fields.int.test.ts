import { defaultBusinessHours, type ContactView, type MessageView, type QueueView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
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
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let admin: Session
let stranger: Session

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  admin = await person(desk, { id: 1, name: 'Davi', profile: 'admin' })
  stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
})

const must = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(admin, method, path, body)
  expect(answer.text).not.toContain('"error"')
  expect(answer.status).toBeLessThan(300)
  return answer.body as T
}

const makePrompt = async (who: Session, queueId: number) =>
  (await call(who, 'POST', '/prompt', { name: 'Atendente', prompt: 'Você atende uma padaria.', queueId }))
    .body['id'] as number
const makeIntegration = async (who: Session) =>
  (
    await call(who, 'POST', '/queueIntegration', {
      type: 'webhook',
      name: 'CRM',
      urlN8N: 'https://crm.test/in',
    })
  ).body['id'] as number

describe('a queue', () => {
  it('keeps hours, prompt and integration, and begins with the default week', async () => {
    const made = await must<QueueView>('POST', '/queue', { name: 'Vendas', color: '#112233' })
    expect(made).toMatchObject({ schedules: defaultBusinessHours, promptId: null, integrationId: null })
    const monday = { weekday: 'Segunda', weekdayEn: 'monday', startTime: '08:00', endTime: '12:30' }
    const promptId = await makePrompt(admin, made.id)
    const integrationId = await makeIntegration(admin)
    const changed = { schedules: [monday], promptId, integrationId }
    await clearOutbox(desk)
    expect(await must('PUT', `/queue/${made.id}`, changed)).toMatchObject(changed)
    expect(await must('GET', `/queue/${made.id}`)).toEqual({ ...made, ...changed })
    expect(await must('PUT', `/queue/${made.id}`, { name: 'Comercial' })).toMatchObject(changed)
    expect((await outbox(desk, 'queueChanged'))[0]?.body['queueChanged']?.['queue']).toMatchObject({
      schedules: [monday],
      promptId,
      integrationId,
    })
    expect(await must('PUT', `/queue/${made.id}`, { promptId: null })).toMatchObject({
      promptId: null,
      integrationId,
    })
    expect((await call(stranger, 'PUT', `/queue/${made.id}`, { promptId })).status).toBe(404)
  })

  it('takes no prompt and no integration that its company does not have', async () => {
    const made = await must<QueueView>('POST', '/queue', { name: 'Suporte', color: '#331122' })
    const foreign = {
      promptId: await makePrompt(stranger, await queue(desk, 'Alheia', FOREIGN)),
      integrationId: await makeIntegration(stranger),
    }
    await clearOutbox(desk)
    for (const [code, fields] of [
      ['ERR_NO_PROMPT_FOUND', { promptId: foreign.promptId }],
      ['ERR_NO_PROMPT_FOUND', { promptId: 99_999 }],
      ['ERR_NO_DIALOG_FOUND', { integrationId: foreign.integrationId }],
      ['ERR_NO_DIALOG_FOUND', { integrationId: 99_999 }],
    ] as const) {
      const answers = [
        await call(admin, 'PUT', `/queue/${made.id}`, fields),
        await call(admin, 'POST', '/queue', { name: 'Outra', color: '#441122', ...fields }),
      ]
      expect(answers.map(({ status, body }) => [status, body['error']])).toEqual([
        [404, code],
        [404, code],
      ])
    }
    expect(await must('GET', `/queue/${made.id}`)).toEqual(made)
    expect(await outbox(desk)).toEqual([])
  })

  it('has a zone of its own or the company’s, and a file with its greeting', async () => {
    const made = await must<QueueView>('POST', '/queue', { name: 'Manaus', color: '#225588' })
    expect(made).toMatchObject({ timeZone: null, mediaPath: null })
    const zone = { timeZone: 'America/Manaus' }
    expect(await must('PUT', `/queue/${made.id}`, zone)).toEqual({ ...made, ...zone })
    for (const timeZone of ['-03:00', 'Manaus', 'America/Nowhere', '']) {
      const refused = await call(admin, 'PUT', `/queue/${made.id}`, { timeZone })
      expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    }
    const form = new FormData()
    form.append('file', new Blob(['%PDF-1.4 oi'], { type: 'application/pdf' }), 'oi.pdf')
    await clearOutbox(desk)
    expect(await must('POST', `/queue/${made.id}/media-upload`, form)).toMatchObject({ mediaName: 'oi.pdf' })
    expect((await outbox(desk, 'queueChanged'))[0]?.body['queueChanged']?.['queue']).toMatchObject({
      timeZone: 'America/Manaus',
      media: { name: 'oi.pdf', mimeType: 'application/pdf' },
    })
    expect(await must('PUT', `/queue/${made.id}`, { timeZone: null })).toMatchObject({
      timeZone: null,
      mediaName: 'oi.pdf',
    })
    expect(await must('DELETE', `/queue/${made.id}/media-upload`)).toEqual(made)
  })

  it.each([
    ['a day that is none', [{ weekday: '', weekdayEn: 'someday', startTime: '', endTime: '' }]],
    ['an hour that is none', [{ weekday: '', weekdayEn: 'monday', startTime: '24:00', endTime: '' }]],
    ['a day twice', [0, 1].map(() => ({ weekday: '', weekdayEn: 'monday', startTime: '', endTime: '' }))],
  ])('refuses %s', async (_name, schedules) => {
    const answer = await call(admin, 'POST', '/queue', { name: 'Outra', color: '#445566', schedules })
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })
})

describe('a tag', () => {
  it('says who made it', async () => {
    expect(await must('POST', '/tags', { name: 'Urgente' })).toMatchObject({ userId: admin.userId })
    expect((await call(admin, 'GET', '/tags')).body['tags']).toMatchObject([{ userId: admin.userId }])
  })
})

describe('a contact', () => {
  it('has a uuid, its picture twice, and the connection of its last ticket', async () => {
    await connection(desk, 2)
    const made = await must<ContactView>('POST', '/contacts', { name: 'Helena', number: '5511955550101' })
    expect(made).toMatchObject({ urlPicture: null, whatsapp: null })
    expect(made.uuid).toMatch(/^[0-9a-f]{8}-/)
    const at = desk.ports.clock.now().getTime()
    for (const [connectionId, minutes] of [
      [2, 0],
      [1, -5],
    ] as const)
      await ticket(desk, { contactId: made.id, connectionId, updatedAt: new Date(at + minutes * 60_000) })
    await desk.pg.sql(`UPDATE tickets.contacts SET picture_key = 'p.jpg' WHERE id = $1`, [made.id])
    const shown = await must<ContactView>('GET', `/contacts/${made.id}`)
    expect(shown).toMatchObject({ uuid: made.uuid, whatsapp: { id: 2, name: 'connection 2' } })
    expect(shown.profilePicUrl).toContain('p.jpg')
    expect(shown.urlPicture).toContain('p.jpg')
    const { contacts } = await must<{ contacts: ContactView[] }>('GET', '/contacts?searchParam=helena')
    expect(contacts.map(({ whatsapp }) => whatsapp?.id)).toEqual([2])
  })

  it('whose number is hidden is changed like any other, and a number cannot be taken away', async () => {
    const hidden = await contactRow(desk, 'Escondida', COMPANY, '')
    const shown = await must<ContactView>('GET', `/contacts/${hidden}`)
    expect(shown.number).toBe('')
    expect(await must('PUT', `/contacts/${hidden}`, shown)).toEqual(shown)
    expect(await must('PUT', `/contacts/${hidden}`, { email: 'e@example.test' })).toMatchObject({
      name: 'Escondida',
      number: '',
      email: 'e@example.test',
    })
    const known = await contactRow(desk, 'Conhecida')
    expect((await call(admin, 'PUT', `/contacts/${known}`, { number: '' })).status).toBe(400)
  })

  it('keeps the name’s origin when the name is only sent back', async () => {
    const id = await contactRow(desk, 'Perfil')
    await desk.pg.sql(`UPDATE tickets.contacts SET named_by = 'profile' WHERE id = $1`, [id])
    const namedBy = async () =>
      (
        await desk.pg.sql<{ named_by: string }>('SELECT named_by FROM tickets.contacts WHERE id = $1', [id])
      )[0]
    await must('PUT', `/contacts/${id}`, { name: 'Perfil', email: 'p@example.test' })
    expect(await namedBy()).toEqual({ named_by: 'profile' })
    await must('PUT', `/contacts/${id}`, { name: 'Perfil Novo' })
    expect(await namedBy()).toEqual({ named_by: 'person' })
  })
})

describe('a message', () => {
  const pageOf = async (ticketId: number) =>
    (await must<{ messages: MessageView[] }>('GET', `/messages/${ticketId}`)).messages

  it('says who sent it, to whom, and has its files as a list', async () => {
    const contactId = await contactRow(desk, 'Joana', COMPANY, '5511955550201')
    const id = await ticket(desk, { contactId, status: 'open', userId: admin.userId })
    await deliver(desk, INBOUND_GROUP, received(desk, { number: '5511955550201', body: 'oi', waId: 'V1' }))
    const form = new FormData()
    form.append('body', 'segue')
    form.append('medias', new Blob(['x'], { type: 'text/plain' }), 'a.txt')
    const sent = await must<{ messages: MessageView[] }>('POST', `/messages/${id}`, form)
    const contact = { id: contactId, name: 'Joana' }
    expect(sent.messages).toMatchObject([
      { senderId: admin.userId, contact, medias: [{ name: 'a.txt' }], media: { name: 'a.txt' } },
    ])
    expect(await pageOf(id)).toMatchObject([
      { body: 'oi', senderId: contactId, contact, medias: [], media: null },
      { body: 'segue', senderId: admin.userId, contact, medias: [{ name: 'a.txt' }] },
    ])
  })

  it('with a location has image, link and description in its body, and the parts beside it', async () => {
    const location = { latitude: -23.55, longitude: -46.63, name: 'Loja | Centro', address: 'Rua 1' }
    const say = (waId: string, place: typeof location) =>
      deliver(
        desk,
        INBOUND_GROUP,
        received(desk, { number: '5511955550202', waId, kind: 'locationMessage', body: '', location: place }),
      )
    await say('L1', location)
    await say('L2', { ...location, name: '', address: '' })
    const [row] = await desk.pg.sql<{ ticket_id: number }>(
      `SELECT ticket_id FROM tickets.messages WHERE wa_id = 'L1'`,
    )
    const link = 'https://maps.google.com/maps?q=-23.55%2C-46.63&z=17'
    expect(await pageOf(row?.ticket_id ?? 0)).toMatchObject([
      { mediaType: 'locationMessage', body: `|${link}|Loja   Centro, Rua 1`, location },
      { mediaType: 'locationMessage', body: `|${link}` },
    ])
  })
})

describe('what an agent types', () => {
  const NUMBER = '5511955550301'
  let ticketId: number

  beforeAll(async () => {
    const contactId = await contactRow(desk, `João D'Ávila & Cia`, COMPANY, NUMBER)
    ticketId = await ticket(desk, { contactId, status: 'open', userId: admin.userId })
  })

  const write = async (body: unknown): Promise<MessageView[]> =>
    (await must<{ messages: MessageView[] }>('POST', `/messages/${ticketId}`, body)).messages

  it('is sent with its variables filled in, as plain text', async () => {
    await clearOutbox(desk)
    const [message] = await write({
      body: 'Oi {{firstName}}! {{name}} {{unknown}} {{{ firstName }}} {{hora}}',
    })
    expect(message?.body).toMatch(/^Oi João! João D'Ávila & Cia \{\{unknown\}\} João \d{1,2}:\d{2}:\d{2}$/)
    const [requested] = await outbox(desk, 'outboundRequested')
    expect(requested?.body['outboundRequested']?.['body']).toBe(message?.body)
    expect((await must<{ lastMessage: string }>('GET', `/tickets/${ticketId}`)).lastMessage).toBe(
      message?.body,
    )
  })

  it('is filled in once: a repeat answers the first', async () => {
    const clientId = '019a0000-0000-7000-8000-00000000aaaa'
    const [first] = await write({ body: '{{protocol}}', clientId })
    desk.ports.clock.advance(5_000)
    expect(await write({ body: '{{protocol}}', clientId })).toMatchObject([
      { id: first?.id, body: first?.body },
    ])
    expect(first?.body).toMatch(/^\d{14}$/)
  })

  it('is filled in in captions and edits too', async () => {
    const form = new FormData()
    form.append('body', '')
    form.append('captions', JSON.stringify(['para {{firstName}}']))
    form.append('medias', new Blob(['x'], { type: 'text/plain' }), 'a.txt')
    expect(await write(form)).toMatchObject([{ body: 'para João' }])
    const [message] = await write({ body: 'antes' })
    await clearOutbox(desk)
    expect(await must('PUT', `/messages/${message?.id}`, { body: 'depois, {{firstName}}' })).toMatchObject({
      body: 'depois, João',
      isEdited: true,
    })
    const [requested] = await outbox(desk, 'outboundEditRequested')
    expect(requested?.body['outboundEditRequested']?.['body']).toBe('depois, João')
  })
})

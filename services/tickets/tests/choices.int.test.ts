import { randomUUID } from 'node:crypto'

import type { MessageView } from '@balcao/contracts'
import { OutboundLane, type Choices, type SendToContactRequest } from '@balcao/contracts/wire'

import { sendToContact } from '../src/features/messages'
import {
  ana,
  arrive,
  call,
  colleague,
  desk,
  messages,
  NUMBER,
  requests,
  rows,
  stranger,
  useMessageDesk,
  written,
} from './message-desk'
import { COMPANY, connection, deliver, FOREIGN, outbox, outboundChanged, phoneJid, received } from './support'

useMessageDesk()

const buttons = {
  kind: 'buttons',
  options: [{ id: 'sim', title: 'Sim, pode' }, { title: 'Agora não' }],
}
const list = {
  kind: 'list',
  button: 'Ver fretes',
  options: [{ id: 'pac', title: 'PAC', description: '7 dias' }, { title: 'Sedex' }],
}
const link = { kind: 'link', button: 'Ver pedido', url: 'https://example.com/p/77' }

const isOf = (provider: string, id = 1) =>
  rows(`UPDATE tickets.connections SET rules = rules || $1 WHERE id = $2`, [JSON.stringify({ provider }), id])
const send = (ticketId: number, own: object = {}, session = ana) =>
  call(session, 'POST', `/messages/${ticketId}`, { body: 'Posso enviar?', choices: buttons, ...own })
const sentBy = (answer: { body: Record<string, unknown> }) => (answer.body['messages'] as MessageView[])[0]
const fromUs = async () => (await messages()).filter(({ from_me: fromMe }) => fromMe)

const WRITTEN = 'Posso enviar?\n\n*1.* Sim, pode\n*2.* Agora não'
const SHOWN = {
  kind: 'buttons',
  text: 'Posso enviar?',
  button: '',
  options: [
    { id: 'sim', title: 'Sim, pode', description: '' },
    { id: '2', title: 'Agora não', description: '' },
  ],
  url: null,
}

describe('choices that are sent from a ticket', () => {
  beforeEach(() => isOf('cloud'))

  it.each([
    ['buttons', buttons, WRITTEN, { kind: 'buttons', options: [{ id: 'sim' }, { id: '2' }] }],
    [
      'a list',
      list,
      'Posso enviar?\n\n*1.* PAC - 7 dias\n*2.* Sedex',
      { kind: 'list', button: 'Ver fretes', options: [{ id: 'pac', description: '7 dias' }, { id: '2' }] },
    ],
    [
      'a link',
      link,
      'Posso enviar?\n\nVer pedido: https://example.com/p/77',
      { kind: 'link', button: 'Ver pedido', url: 'https://example.com/p/77' },
    ],
  ])(
    'are %s where the connection has them, and numbered text where not',
    async (_name, choices, text, shown) => {
      const { ticketId } = await written()
      const official = sentBy(await send(ticketId, { choices }))
      expect(official).toMatchObject({ mediaType: 'chat', body: text, choices: shown, choiceId: null })
      for (const provider of ['beta', 'simulated']) {
        await isOf(provider)
        expect(sentBy(await send(ticketId, { choices }))).toMatchObject({ body: text, choices: null })
      }
      const asked = (await requests('outboundRequested')) as { body: string; choices?: Choices }[]
      expect(asked.map(({ body }) => body)).toEqual([text, text, text])
      expect(asked.map((one) => one.choices?.text)).toEqual(['Posso enviar?', undefined, undefined])
      expect(asked[0]?.choices).toMatchObject({ kind: choices.kind })
    },
  )

  it('fill in the text above them', async () => {
    const { ticketId } = await written()
    expect(sentBy(await send(ticketId, { choices: undefined }))?.choices).toBeNull()
    const message = sentBy(await send(ticketId, { body: 'Posso, {{firstName}}?' }))
    expect(message?.choices?.text).toBe('Posso, Joana?')
    expect(message?.body).toMatch(/^Posso, Joana\?\n\n\*1\.\*/)
    const longest = `${'a'.repeat(1_024 - '{{firstName}}'.length)}{{firstName}}`
    expect((await send(ticketId, { body: longest })).status).toBe(200)
    await rows(`UPDATE tickets.contacts SET name = 'Maximiliana-Joaquina'`)
    expect((await send(ticketId, { body: longest })).body['error']).toBe('ERR_CREATING_MESSAGE')
    expect(await fromUs()).toHaveLength(3)
  })

  it('are sent once per clientId, however often and however parallel', async () => {
    const { ticketId } = await written()
    const clientId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(ticketId, { clientId })))
    expect(new Set(answers.map((answer) => sentBy(answer)?.id)).size).toBe(1)
    expect(answers.map((answer) => sentBy(answer)?.choices)).toEqual(answers.map(() => SHOWN))
    expect(await requests('outboundRequested')).toHaveLength(1)
  })

  it.each<[string, object, Record<string, string>]>([
    ['without a text', { body: ' ' }, { body: 'Required' }],
    ['under a text that is too long', { body: 'a'.repeat(1_025) }, { body: 'Too Long!' }],
    ['beside contacts', { contactIds: [1] }, { choices: 'Only with a text' }],
    ['beside a template', { template: { name: 'a', language: 'pt_BR' } }, { choices: 'Only with a text' }],
    ['of no kind', { choices: { options: [{ title: 'a' }] } }, { 'choices.kind': 'Required' }],
    [
      'of another kind',
      { choices: { ...buttons, kind: 'poll' } },
      { 'choices.kind': expect.any(String) as string },
    ],
    [
      'of too many',
      { choices: { kind: 'buttons', options: ['a', 'b', 'c', 'd'].map((title) => ({ title })) } },
      { 'choices.options': 'Too Long!' },
    ],
    [
      'with a long title',
      { choices: { kind: 'buttons', options: [{ title: 'a'.repeat(21) }] } },
      { 'choices.options[0].title': 'Too Long!' },
    ],
    [
      'with one title twice',
      { choices: { kind: 'buttons', options: [{ title: 'a' }, { title: 'a' }] } },
      { 'choices.options[1].title': 'Must be unique' },
    ],
    [
      'without a title',
      { choices: { kind: 'list', button: 'Ver', options: [{ id: 'a' }] } },
      { 'choices.options[0].title': 'Required' },
    ],
    [
      'with a link in the clear',
      { choices: { ...link, url: 'http://example.com' } },
      { 'choices.url': 'Must be an https link' },
    ],
    ['with an unknown field', { choices: { ...link, text: 'a' } }, { 'choices.text': 'unknown field' }],
  ])('are refused %s, and nothing is stored', async (_name, own, fields) => {
    const { ticketId } = await written()
    const answer = await send(ticketId, own)
    expect([answer.status, answer.body['error']]).toEqual([400, 'ERR_VALIDATION'])
    expect(answer.body['fields']).toMatchObject(fields)
    expect(await fromUs()).toEqual([])
    expect(await requests('outboundRequested')).toEqual([])
  })

  it('are refused with a file, which is not kept', async () => {
    const { ticketId } = await written()
    const form = new FormData()
    form.append('body', 'Posso enviar?')
    form.append('choices', JSON.stringify(buttons))
    form.append('medias', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'a.pdf')
    const answer = await call(ana, 'POST', `/messages/${ticketId}`, form)
    expect([answer.status, answer.body['error']]).toEqual([400, 'ERR_CREATING_MESSAGE'])
    expect(await fromUs()).toEqual([])
    expect(await rows('SELECT FROM tickets.pending_blobs')).toEqual([])
  })

  it('are for those who work on the ticket', async () => {
    const { ticketId } = await written()
    expect((await send(ticketId, {}, colleague)).body['error']).toBe('ERR_NO_PERMISSION')
    expect((await send(ticketId, {}, stranger)).body['error']).toBe('ERR_NO_TICKET_FOUND')
    expect(await fromUs()).toEqual([])
  })
})

describe('a choice that the customer taps', () => {
  const offer = async () => {
    await isOf('cloud')
    const { ticketId } = await written()
    const message = sentBy(await send(ticketId))
    const news = { messageId: message?.id ?? '', waId: 'W1', remoteJid: phoneJid(NUMBER), ack: 1 }
    await deliver(desk, 'tickets.acks', outboundChanged(desk, news))
    return { ticketId, id: message?.id ?? '' }
  }

  it('is a message with its id, which quotes what was offered', async () => {
    const { ticketId, id } = await offer()
    await arrive(received(desk, { waId: 'T1', body: 'Sim, pode', choiceId: 'sim', quotedWaId: 'W1' }))
    await arrive(received(desk, { waId: 'T2', body: 'Sim, pode' }))
    const page = await call(ana, 'GET', `/messages/${ticketId}`)
    expect((page.body['messages'] as MessageView[]).slice(-3)).toMatchObject([
      { id, choices: SHOWN, choiceId: null },
      { body: 'Sim, pode', choiceId: 'sim', choices: null, quotedMsg: { id, fromMe: true } },
      { body: 'Sim, pode', choiceId: null, quotedMsg: null },
    ])
    const appended = (await outbox(desk, 'messageAppended')).map(({ body }) => body['messageAppended'])
    expect(appended.slice(-2)).toMatchObject([
      { message: { choiceId: 'sim' } },
      { message: { body: 'Sim, pode' } },
    ])
    expect(appended.at(-1)?.['message']).not.toHaveProperty('choiceId')
  })

  it('is gone with its message', async () => {
    const { ticketId } = await offer()
    await arrive(received(desk, { waId: 'T1', body: 'Sim, pode', choiceId: 'sim', quotedWaId: 'W1' }))
    await rows(`UPDATE tickets.messages SET deleted = true WHERE wa_id = 'T1'`)
    const page = await call(ana, 'GET', `/messages/${ticketId}`)
    expect((page.body['messages'] as MessageView[]).at(-1)).toMatchObject({ isDeleted: true, choiceId: null })
  })
})

describe('choices that other services send', () => {
  let keys = 0
  const choices: Choices = { ...SHOWN, url: '' }
  const ask = (own: Partial<SendToContactRequest> = {}, company = COMPANY) =>
    sendToContact(desk.deps, company, {
      companyId: company,
      clientKey: `api:1:choices-${(keys += 1)}`,
      connectionId: 1,
      contactId: 0,
      number: NUMBER,
      body: WRITTEN,
      choices,
      medias: [],
      lane: OutboundLane.OUTBOUND_LANE_AGENT,
      userId: undefined,
      queueId: undefined,
      closeTicket: false,
      senderName: '',
      ...own,
    })

  it('are shown by the ticket’s connection, or said by the text', async () => {
    await isOf('cloud')
    expect((await ask()).messages).toMatchObject([{ body: WRITTEN, choices }])
    await isOf('beta')
    expect((await ask()).messages).toMatchObject([{ body: WRITTEN, choices: undefined }])
    const asked = (await requests('outboundRequested')) as { body: string; choices?: Choices }[]
    expect(asked.map((one) => [one.body, one.choices?.kind])).toEqual([
      [WRITTEN, 'buttons'],
      [WRITTEN, undefined],
    ])
  })

  it('are of the own company’s connection', async () => {
    await isOf('cloud')
    await connection(desk, 8, { company: FOREIGN, isDefault: true })
    expect((await ask({ connectionId: 8 }, FOREIGN)).messages).toMatchObject([{ choices: undefined }])
    await expect(ask({ connectionId: 1 }, FOREIGN)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
  })

  it('are sent once per key, twenty at a time', async () => {
    await isOf('cloud')
    const clientKey = 'api:1:tapped-once'
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ clientKey })))
    expect(new Set(answers.map((answer) => answer.messages[0]?.id)).size).toBe(1)
    expect((await ask({ clientKey })).messages).toMatchObject([{ choices }])
    expect(await requests('outboundRequested')).toHaveLength(1)
  })

  it('stand under a text alone', async () => {
    const template = { name: 'a', language: 'pt_BR', parameters: [] }
    await expect(ask({ template })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
    const medias = [{ key: 'a', name: 'a', mimeType: 'image/png', sizeBytes: 1 }]
    await expect(ask({ medias } as never)).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
    expect(await fromUs()).toEqual([])
  })
})

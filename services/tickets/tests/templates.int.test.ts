import { randomUUID } from 'node:crypto'

import { capabilities, type MessageView } from '@balcao/contracts'
import type { FillTemplateRequest, FilledTemplate } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import {
  ACKS,
  ana,
  arrive,
  call,
  colleague,
  desk,
  lastChange,
  messages,
  NUMBER,
  requests,
  rows,
  stranger,
  useMessageDesk,
  written,
} from './message-desk'
import { COMPANY, deliver, FOREIGN, outboundChanged, phoneJid, received } from './support'

const TEXT = 'Olá, Joana! O seu pedido 77 saiu.\nLoja do Bairro'
const template: FilledTemplate = {
  name: 'pedido_saiu',
  language: 'pt_BR',
  parameters: [{ part: 'body', index: 0, buttonType: '', name: '', text: 'Joana' }],
}

/* As it is read from an event: what is empty is absent. */
const stored = { ...template, parameters: [{ part: 'body', text: 'Joana' }] }

const asked: FillTemplateRequest[] = []
/* In whose name the gateway was asked: it refuses others. */
const callers: (number | undefined)[] = []
let refusal: AppError | undefined

useMessageDesk({
  rpc: {
    messaging: {
      checkNumber: ({ number }) => Promise.resolve({ exists: true, number }),
      fillTemplate: (request, options) => {
        asked.push(request)
        callers.push(options?.session?.userId)
        return refusal ? Promise.reject(refusal) : Promise.resolve({ template, text: TEXT })
      },
    },
  },
})

const chosen = { name: 'pedido_saiu', language: 'pt_BR', body: ['Joana'] }
const send = (ticketId: number, own: object = {}, session = ana) =>
  call(session, 'POST', `/messages/${ticketId}`, { body: '', template: chosen, ...own })
const becomesOfficial = () => rows(`UPDATE tickets.connections SET rules = rules || '{"provider": "cloud"}'`)

beforeEach(async () => {
  refusal = undefined
  asked.length = 0
  await becomesOfficial()
})

describe('a template that an agent sends', () => {
  it('is shown with the text that the customer reads, and the gateway gets its values', async () => {
    const { ticketId } = await written()
    const { status, body } = await send(ticketId)
    const [message] = body['messages'] as MessageView[]
    expect({ status, kind: message?.mediaType, text: message?.body, ack: message?.ack }).toEqual({
      status: 200,
      kind: 'template',
      text: TEXT,
      ack: 0,
    })
    expect(asked).toEqual([
      {
        companyId: COMPANY,
        connectionId: 1,
        fileLater: false,
        name: 'pedido_saiu',
        language: 'pt_BR',
        header: [],
        body: ['Joana'],
        buttons: [],
      },
    ])
    expect(callers.at(-1)).toBe(ana.userId)
    expect(await requests('outboundRequested')).toMatchObject([
      { messageId: message?.id, kind: 'template', body: TEXT, template: stored },
    ])
    const [ticket] = await rows('SELECT last_message, last_message_kind FROM tickets.tickets')
    expect(ticket).toEqual({ last_message: TEXT.slice(0, 255), last_message_kind: 'template' })
  })

  it('has the file of its header, which the gateway judges and the ticket shows', async () => {
    const { ticketId } = await written()
    const form = (...names: string[]) => {
      const data = new FormData()
      data.append('body', '')
      data.append('template', JSON.stringify(chosen))
      for (const name of names)
        data.append('medias', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), name)
      return data
    }
    const post = (data: FormData) => call(ana, 'POST', `/messages/${ticketId}`, data)
    expect((await post(form('a.pdf', 'b.pdf'))).body['error']).toBe('ERR_CREATING_MESSAGE')
    expect(asked).toEqual([])
    const [message] = (await post(form('nota.pdf'))).body['messages'] as MessageView[]
    expect(message).toMatchObject({
      mediaType: 'template',
      body: TEXT,
      media: { name: 'nota.pdf', mimeType: 'application/pdf' },
      mediaUrl: expect.any(String),
    })
    expect(asked).toMatchObject([{ file: { mimeType: 'application/pdf', sizeBytes: 8 } }])
    expect(await requests('outboundRequested')).toMatchObject([
      { kind: 'template', body: TEXT, template: stored, media: { name: 'nota.pdf' } },
    ])
  })

  it('is sent once, however often its request comes', async () => {
    const { ticketId } = await written()
    const clientId = randomUUID()
    const first = await send(ticketId, { clientId })
    const again = await send(ticketId, { clientId })
    expect(again.body['messages']).toEqual(first.body['messages'])
    expect(asked).toHaveLength(1)
    expect(await requests('outboundRequested')).toHaveLength(1)
  })

  it.each([
    ['beside a text', { body: 'oi' }, 'ERR_CREATING_MESSAGE'],
    ['without a name', { template: { language: 'pt_BR' } }, 'ERR_VALIDATION'],
  ])('is refused %s', async (_name, own, code) => {
    const { ticketId } = await written()
    expect((await send(ticketId, own)).body['error']).toBe(code)
    expect(await requests('outboundRequested')).toEqual([])
  })

  it.each(['ERR_NO_TEMPLATE_FOUND', 'ERR_WAPP_TEMPLATE_UNUSABLE', 'ERR_TEMPLATE_VALUES'] as const)(
    'is refused with %s where the gateway does',
    async (code) => {
      const { ticketId } = await written()
      refusal = new AppError(code)
      expect((await send(ticketId)).body['error']).toBe(code)
      expect((await messages()).filter(({ from_me: fromMe }) => fromMe)).toEqual([])
    },
  )

  it('is refused where the connection has none', async () => {
    const { ticketId } = await written()
    await rows(`UPDATE tickets.connections SET rules = rules || '{"provider": "beta"}'`)
    expect(capabilities.beta.hasTemplates).toBe(false)
    expect((await send(ticketId)).body['error']).toBe('ERR_WAPP_NOT_OFFERED')
    expect(await requests('outboundRequested')).toEqual([])
  })

  it('is for those who work on the ticket', async () => {
    const { ticketId } = await written()
    expect((await send(ticketId, {}, colleague)).body['error']).toBe('ERR_NO_PERMISSION')
    expect((await send(ticketId, {}, stranger)).body['error']).toBe('ERR_NO_TICKET_FOUND')
    expect(asked).toEqual([])
  })
})

describe('a template that failed', () => {
  const failed = async () => {
    const { ticketId } = await written()
    const { body } = await send(ticketId)
    const [message] = body['messages'] as MessageView[]
    const news = { messageId: message?.id ?? '', waId: '', remoteJid: phoneJid(NUMBER), ack: -1 }
    await deliver(desk, ACKS, outboundChanged(desk, { ...news, failure: 'ERR_WAPP_TOO_FAST' }))
    return { ticketId, id: message?.id ?? '' }
  }
  const forward = (body: object) => call(ana, 'POST', '/messages/forward', body)

  it('is sent again into its ticket as the same template', async () => {
    const { ticketId, id } = await failed()
    const { status } = await forward({ messageIds: [id], ticketIds: [ticketId] })
    expect(status).toBe(200)
    expect((await requests('outboundRequested')).at(-1)).toMatchObject({
      kind: 'template',
      body: TEXT,
      template: stored,
    })
    expect(await requests('outboundRequested')).toHaveLength(2)
  })

  it('goes to others as its text: the values are of one customer', async () => {
    const { id } = await failed()
    await arrive(
      received(desk, {
        waId: 'D1',
        remoteJid: phoneJid('5511955550102'),
        contact: { number: '5511955550102', lid: '', name: 'Rui' },
      }),
    )
    const [other] = await rows(`SELECT id FROM tickets.contacts WHERE number = '5511955550102'`)
    await rows(`UPDATE tickets.tickets SET status = 'open', user_id = 2`)
    await forward({ messageIds: [id], contactIds: [Number(other?.['id'])] })
    const last = (await requests('outboundRequested')).at(-1) as Record<string, unknown>
    expect(last).toMatchObject({ kind: 'chat', body: TEXT })
    expect(last['template']).toBeUndefined()
  })

  it('goes to others with the file of its header, as a file with its text', async () => {
    const { ticketId } = await written()
    const data = new FormData()
    data.append('template', JSON.stringify(chosen))
    data.append('medias', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'nota.pdf')
    const { body } = await call(ana, 'POST', `/messages/${ticketId}`, data)
    const [message] = body['messages'] as MessageView[]
    await arrive(
      received(desk, {
        waId: 'D2',
        remoteJid: phoneJid('5511955550103'),
        contact: { number: '5511955550103', lid: '', name: 'Lia' },
      }),
    )
    const [other] = await rows(`SELECT id FROM tickets.contacts WHERE number = '5511955550103'`)
    await rows(`UPDATE tickets.tickets SET status = 'open', user_id = 2`)
    expect((await forward({ messageIds: [message?.id], contactIds: [Number(other?.['id'])] })).status).toBe(
      200,
    )
    const last = (await requests('outboundRequested')).at(-1) as Record<string, unknown>
    expect(last).toMatchObject({ kind: 'application', body: TEXT, media: { name: 'nota.pdf' } })
    expect(last['template']).toBeUndefined()
  })
})

describe('a text that the company sends by itself', () => {
  const setRules = (rules: object) =>
    rows(`UPDATE tickets.connections SET rules = rules || $1::jsonb`, [JSON.stringify(rules)])
  const closes = async (settings: Record<string, string> = {}) => {
    Object.assign(desk.settings, settings)
    await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
    const { ticketId } = await written()
    await call(ana, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    const request = (await requests('outboundRequested')).at(-1) as Record<string, unknown>
    return { ticketId, request, id: String(request['messageId']) }
  }
  afterEach(() => {
    for (const key of ['userRating', 'chatBotType']) delete desk.settings[key]
  })

  const fallback = {
    body: 'Olá, Joana! O seu atendimento terminou. Como você o avalia?',
    template: { ...template, name: 'avaliacao' },
  }
  const leaves = (id: string, own: object = {}) => {
    const news = { messageId: id, waId: 'W9', remoteJid: phoneJid(NUMBER), ack: 1, fallback, ...own }
    return outboundChanged(desk, news)
  }

  it('names what it is, and what its template is filled in with', async () => {
    await setRules({ completionMessage: 'Até logo, {{firstName}}!' })
    const { request } = await closes({ userRating: 'disabled' })
    expect(request).toMatchObject({
      body: 'Até logo, Joana!',
      automatic: { text: 'completion', contactName: 'Joana' },
    })
  })

  it.each(['text', 'button'])(
    'gives ratings to the buttons of its template where the bot offers %s',
    async (chatBotType) => {
      const { request } = await closes({ userRating: 'enabled', chatBotType })
      expect(request['automatic']).toMatchObject({
        text: 'rating',
        choiceIds: ['rating:1', 'rating:2', 'rating:3'],
      })
    },
  )

  it('becomes the template that left in its place, in the ticket and in what it is found by', async () => {
    const { ticketId, id } = await closes({ userRating: 'enabled', chatBotType: 'button' })
    const event = leaves(id)
    await deliver(desk, ACKS, event)
    await deliver(desk, ACKS, event)
    const { body } = await call(ana, 'GET', `/messages/${ticketId}`)
    const shown = (body['messages'] as MessageView[]).at(-1)
    expect(shown).toMatchObject({
      mediaType: 'template',
      body: fallback.body,
      ack: 1,
      choices: null,
      isEdited: false,
    })
    expect(await lastChange()).toMatchObject({ id, kind: 'template', body: fallback.body })
    const [found] = await rows(`SELECT last_message FROM tickets.tickets WHERE id = $1`, [ticketId])
    expect(String(found?.['last_message'])).toContain('Olá, Joana!')
    const changes = await requests('messageChanged')
    expect(changes).toHaveLength(1)
    await deliver(desk, ACKS, leaves(id, { ack: 2, fallback: undefined }))
    expect((await messages()).at(-1)).toMatchObject({ kind: 'template', ack: 2 })
  })

  it('of another company stays as it is', async () => {
    const { id } = await closes({ userRating: 'enabled' })
    await deliver(desk, ACKS, leaves(id, { company: FOREIGN }))
    expect((await messages()).at(-1)).toMatchObject({ kind: 'chat', ack: 0 })
    expect(await requests('messageChanged')).toEqual([])
  })

  it('is a rating once a button of the template is tapped', async () => {
    const { id, ticketId } = await closes({ userRating: 'enabled', chatBotType: 'text' })
    await deliver(desk, ACKS, leaves(id))
    await arrive(received(desk, { waId: 'C2', body: 'Ótimo', choiceId: 'rating:3' }))
    expect(await rows('SELECT rate FROM tickets.user_ratings WHERE ticket_id = $1', [ticketId])).toEqual([
      { rate: 3 },
    ])
  })
})

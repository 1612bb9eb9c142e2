import { randomUUID } from 'node:crypto'

import type { FallbackView, TemplateValuesBody } from '@balcao/contracts'
import { HOUR } from '@balcao/kernel'
import { waitFor } from '@balcao/testkit'

import { makeTemplate, startCloudGateway } from './cloud-rig'
import { acme, asksToSend, outboundChanges, SCHEMA, type Caller, type CrashPoint } from './support'
import { RITA, startTemplateRig, type TemplateRig } from './template-rig'

const RATING: TemplateValuesBody = {
  name: 'avaliacao',
  language: 'pt_BR',
  header: [],
  body: ['{{firstName}}'],
  buttons: [],
}

let rig: TemplateRig

/** An approved template of our account. */
async function approve(name: string, components: object[]): Promise<void> {
  const { graph, ours } = rig
  await makeTemplate(graph, ours, { name, language: 'pt_BR', category: 'UTILITY', components })
  graph.templates.decide(graph.templates.read(name), 'APPROVED')
}

beforeAll(async () => {
  rig = await startTemplateRig()
  await approve('avaliacao', [
    {
      type: 'BODY',
      text: 'Olá, {{1}}! O seu atendimento terminou. Como você o avalia?',
      example: { body_text: [['Ana']] },
    },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Ruim' },
        { type: 'QUICK_REPLY', text: 'Bom' },
        { type: 'QUICK_REPLY', text: 'Ótimo' },
      ],
    },
  ])
  const handle = rig.graph.templates.addSample(rig.ours.appId, 'image/png')
  await approve('vitrine', [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } },
    { type: 'BODY', text: 'A vitrine nova chegou: venha ver na loja.' },
  ])
  await rig.sync()
})

afterAll(() => rig.stop())

const pathOf = (id: number = rig.connection) => `/whatsapp/${id}/fallbacks`
const read = async (caller: Caller = rig.admin, id?: number) =>
  (await caller<FallbackView[]>('GET', pathOf(id))).body
const set = (text: string, template: unknown, caller: Caller = rig.admin, id?: number) =>
  caller<FallbackView[] & { error?: string }>('PUT', `${pathOf(id)}/${text}`, { template })

/** A text that the company sends by itself. */
async function say(text: string, own: object = {}): Promise<string> {
  const messageId = randomUUID()
  await asksToSend(rig.gateway, {
    messageId,
    connectionId: rig.connection,
    number: RITA,
    body: 'Como você avalia o nosso atendimento?',
    automatic: { text, contactName: 'Rita Souza', choiceIds: ['rating:1', 'rating:2', 'rating:3'] },
    ...own,
  })
  return messageId
}

/* Receipts may come at once. */
const leaves = (messageId: string) =>
  waitFor(async () => ['ACCEPTED', 'DELIVERED', 'READ'].includes((await rig.row(messageId))?.state ?? ''))
const atMeta = (kind: string) =>
  [...rig.graph.network.messages.values()].filter((message) => message.kind === kind)
const fallbacksOf = async (messageId: string) =>
  (await outboundChanges(rig.pg)).flatMap(({ body: { value } }) =>
    value.messageId === messageId && value.fallback ? [value.fallback] : [],
  )

describe('the template named for a text', () => {
  it('is none at first, and is named, named again and taken back by administrators', async () => {
    const none = ['rating', 'completion', 'expiry', 'other'].map((text) => ({ text, template: null }))
    expect(await read(rig.agent)).toEqual(none)
    expect((await set('rating', RATING, rig.agent)).status).toBe(403)
    const named = [{ text: 'rating', template: RATING }, ...none.slice(1)]
    expect((await set('rating', RATING)).body).toEqual(named)
    expect(await read()).toEqual(named)
    expect((await set('rating', null)).body).toEqual(none)
  })

  it.each([
    ['of no such name', () => ({ ...RATING, name: 'nenhum' }), 'ERR_NO_TEMPLATE_FOUND'],
    ['with a value too few', () => ({ ...RATING, body: [] }), 'ERR_TEMPLATE_VALUES'],
    ['with a file', () => ({ ...RATING, name: 'vitrine', body: [] }), 'ERR_TEMPLATE_FILE'],
  ])('%s is refused', async (_name, build, code) => {
    expect((await set('rating', build())).body.error).toBe(code)
    expect((await read())[0]?.template).toBeNull()
  })

  it('for an unknown text is a fault of the request', async () => {
    expect((await set('greeting', RATING)).body.error).toBe('ERR_VALIDATION')
  })

  it('stays when what was read is put back, and without one in the body', async () => {
    await set('rating', RATING)
    const [before] = await read()
    const put = (body: unknown) => rig.admin<FallbackView[]>('PUT', `${pathOf()}/rating`, body)
    expect((await put(before)).body[0]).toEqual(before)
    expect((await put({})).body[0]).toEqual(before)
  })

  it('is the company’s own', async () => {
    await set('rating', RATING)
    expect((await set('rating', RATING, rig.foreigner)).body.error).toBe('ERR_NO_WAPP_FOUND')
    expect((await rig.foreigner<{ error: string }>('GET', pathOf())).body.error).toBe('ERR_NO_WAPP_FOUND')
    expect((await set('rating', RATING, rig.foreigner, rig.foreign)).body.error).toBe('ERR_NO_TEMPLATE_FOUND')
    expect((await read(rig.foreigner, rig.foreign))[0]?.template).toBeNull()
  })

  it('stays when the connection is edited', async () => {
    await set('rating', RATING)
    await rig.admin('PUT', `/whatsapp/${rig.connection}`, { ratingMessage: 'Que tal?' })
    expect((await read())[0]?.template).toEqual(RATING)
  })
})

describe('an automatic text outside of the window', () => {
  beforeEach(() => set('rating', RATING))

  it('leaves as its template, filled in, whose buttons give the choices of the text', async () => {
    const before = atMeta('template').length
    const messageId = await say('rating')
    await leaves(messageId)
    await rig.settled()
    const [sent, ...others] = atMeta('template').slice(before)
    expect(others).toEqual([])
    expect(sent).toMatchObject({
      rendered: 'Olá, Rita! O seu atendimento terminou. Como você o avalia?',
      body: {
        template: {
          name: 'avaliacao',
          components: [
            { type: 'body', parameters: [{ type: 'text', text: 'Rita' }] },
            ...[1, 2, 3].map((rate) => ({
              type: 'button',
              sub_type: 'quick_reply',
              index: String(rate - 1),
              parameters: [{ type: 'payload', payload: `rating:${rate}` }],
            })),
          ],
        },
      },
    })
    expect(await fallbacksOf(messageId)).toMatchObject([
      {
        body: 'Olá, Rita! O seu atendimento terminou. Como você o avalia?',
        template: { name: 'avaliacao', language: 'pt_BR' },
      },
    ])
  })

  it('counts among the customers that the number writes to first', async () => {
    const messageId = await say('rating', { number: '5511999990077' })
    await leaves(messageId)
    const counted = await rig.pg.sql(`SELECT FROM ${SCHEMA}.outbound WHERE message_id = $1 AND new_chat`, [
      messageId,
    ])
    expect(counted).toHaveLength(1)
  })

  it('fails as before where none is named for it', async () => {
    const messageId = await say('expiry')
    await rig.rowIs(messageId, 'FAILED')
    expect(await rig.row(messageId)).toMatchObject({ failure: 'ERR_WAPP_WINDOW_CLOSED' })
    expect(await fallbacksOf(messageId)).toEqual([])
  })

  it.each([
    ['a template that was rejected', () => 'INVALID_FORMAT' as const, 'Rita', 'ERR_WAPP_TEMPLATE_UNUSABLE'],
    ['a customer without a name', () => 'APPROVED' as const, ' ', 'ERR_TEMPLATE_VALUES'],
  ])('fails with the reason for %s', async (_name, decide, contactName, failure) => {
    rig.graph.templates.decide(rig.graph.templates.read('avaliacao'), decide())
    await rig.sync()
    const messageId = await say('rating', { automatic: { text: 'rating', contactName, choiceIds: [] } })
    await rig.rowIs(messageId, 'FAILED')
    expect(await rig.row(messageId)).toMatchObject({ failure })
    rig.graph.templates.decide(rig.graph.templates.read('avaliacao'), 'APPROVED')
    await rig.sync()
  })

  it('is no agent’s: what a person wrote is never replaced', async () => {
    const messageId = await say('rating', { automatic: undefined })
    await rig.rowIs(messageId, 'FAILED')
    expect(await rig.row(messageId)).toMatchObject({ failure: 'ERR_WAPP_WINDOW_CLOSED' })
  })

  const opens = async (number: string) => {
    rig.graph.customerWrites(rig.ours.phoneNumberId, number, 'oi')
    await rig.settled()
  }
  /* As if a day had passed at Meta, and not at the desk. */
  const closesAtMeta = async (number: string) => {
    await opens(number)
    rig.graph.passTime(rig.ours.phoneNumberId, number, 25 * HOUR)
  }
  const payloadOf = async (messageId: string) =>
    (await rig.pg.sql(`SELECT payload FROM ${SCHEMA}.outbound WHERE message_id = $1`, [messageId]))[0]?.[
      'payload'
    ]

  it('leaves as it is within the window, and nothing of it stays once it is delivered', async () => {
    const number = '5511999990002'
    await opens(number)
    const before = atMeta('template').length
    const messageId = await say('rating', { number })
    await waitFor(async () => ['DELIVERED', 'READ'].includes((await rig.row(messageId))?.state ?? ''))
    expect(atMeta('template')).toHaveLength(before)
    expect(await fallbacksOf(messageId)).toEqual([])
    expect(await payloadOf(messageId)).toEqual({})
  })

  it('leaves as its template where Meta alone finds the window over, after it took the text', async () => {
    const number = '5511999990003'
    await closesAtMeta(number)
    const messageId = await say('rating', { number })
    await waitFor(async () => (await fallbacksOf(messageId)).length > 0)
    await rig.settled()
    expect(atMeta('template').filter(({ to }) => to === number)).toHaveLength(1)
    expect(await rig.row(messageId)).not.toMatchObject({ state: 'FAILED' })
    expect(await fallbacksOf(messageId)).toHaveLength(1)
    expect(await payloadOf(messageId)).toEqual({})
  })

  it('fails where Meta alone finds the window over and none is named', async () => {
    const number = '5511999990004'
    await closesAtMeta(number)
    const messageId = await say('expiry', { number })
    await rig.rowIs(messageId, 'FAILED')
    expect(await rig.row(messageId)).toMatchObject({ failure: 'ERR_WAPP_WINDOW_CLOSED' })
  })
})

/* Claimed, begun, replaced, and claimed and begun again: five transactions with the sending, and what is read between them. */
const points = [1, 2, 3, 4, 5, 6].flatMap((transaction) =>
  (['before', 'after'] as const).map((when): [CrashPoint] => [{ transaction, when }]),
)

describe('a process that is killed while a text is replaced', () => {
  beforeAll(() => set('rating', RATING))

  it.each(points)('%j sends the template once, or says that nobody knows', async (point) => {
    const number = `55119888${point.transaction}000${point.when === 'before' ? 1 : 2}`
    const arrived = () => atMeta('template').filter(({ to }) => to === number)
    const messageId = randomUUID()
    rig.gateway.arm(point)
    await say('rating', { messageId, number }).catch(() => undefined)
    await waitFor(() => rig.gateway.hasCrashed())
    await rig.gateway.crash()
    rig.gateway = await startCloudGateway(rig.pg, rig.graph)
    await asksToSend(
      rig.gateway,
      {
        messageId,
        connectionId: rig.connection,
        number,
        body: 'Como você avalia?',
        automatic: { text: 'rating', contactName: 'Rita Souza', choiceIds: [] },
      },
      acme,
    )
    await waitFor(async () =>
      ['ACCEPTED', 'DELIVERED', 'FAILED'].includes((await rig.row(messageId))?.state ?? ''),
    )
    const { state, failure } = (await rig.row(messageId))!
    expect(arrived().length).toBeLessThanOrEqual(1)
    if (state === 'FAILED') expect(failure).toBe('ERR_WAPP_UNCONFIRMED')
    else expect(arrived()).toHaveLength(1)
    expect(atMeta('text').filter(({ to }) => to === number)).toEqual([])
  })
})

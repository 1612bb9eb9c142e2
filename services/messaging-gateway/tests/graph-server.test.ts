import { createHmac } from 'node:crypto'

import { startGraphServer } from '../src/adapters/whatsapp/graph-server'
import { CUSTOMER, idOf, isSignedWith, SECRET, startRig, type Rig } from './graph-server-rig'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.stop())

const text = { type: 'text', text: { body: 'Olá' } }

describe('an app', () => {
  it('is refused with a webhook that does not answer the challenge', async () => {
    const webhook = { url: rig.webhook.url, verifyToken: 'another' }
    await expect(rig.graph.addApp({ secret: SECRET, webhook })).rejects.toThrow("couldn't be validated")
  })

  it('gets nothing of an account that it is not subscribed to', async () => {
    await rig.call('DELETE', `${rig.accountId}/subscribed_apps`)
    rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi')
    await rig.graph.settle()
    expect(rig.webhook.received).toEqual([])

    await rig.call('POST', `${rig.accountId}/subscribed_apps`)
    rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi?')
    await rig.graph.settle()
    expect(rig.webhook.messages()).toMatchObject([{ text: { body: 'Oi?' } }])
  })
})

describe("a customer's text", () => {
  it('reaches the webhook, signed over the bytes that came', async () => {
    const id = rig.graph.customerWrites(
      rig.phoneNumberId,
      CUSTOMER,
      'Olá, tem açaí? 🍇 https://loja.example/a',
    )
    await rig.graph.settle()
    const [received] = rig.webhook.received
    if (!received) throw new Error('nothing came')
    expect(isSignedWith(SECRET, received)).toBe(true)
    expect(received.text).toContain(
      'Ol\\u00e1, tem a\\u00e7a\\u00ed? \\ud83c\\udf47 https:\\/\\/loja.example\\/a',
    )
    expect(received.payload).toEqual({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: rig.accountId,
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '551140028922', phone_number_id: rig.phoneNumberId },
                contacts: [
                  {
                    profile: { name: 'Customer 7777' },
                    wa_id: CUSTOMER,
                    user_id: expect.stringMatching(/^BR\.\d{20}$/),
                  },
                ],
                messages: [
                  {
                    from: CUSTOMER,
                    from_user_id: expect.stringMatching(/^BR\.\d{20}$/),
                    id,
                    timestamp: '1795186800',
                    type: 'text',
                    text: { body: 'Olá, tem açaí? 🍇 https://loja.example/a' },
                  },
                ],
              },
            },
          ],
        },
      ],
    })
  })
})

describe('a text to a customer who has written', () => {
  beforeEach(() => rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi'))

  it('is accepted with a wamid, arrives, and has its statuses with our own data', async () => {
    const answer = await rig.send({ ...text, biz_opaque_callback_data: 'our-id-1' }, '+55 (11) 98888-7777')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      messaging_product: 'whatsapp',
      contacts: [{ input: '+55 (11) 98888-7777', wa_id: CUSTOMER }],
      messages: [{ id: expect.stringMatching(/^wamid\.HBgN[A-Za-z0-9+/]+=*$/) }],
    })
    const id = idOf(answer)
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER)).toMatchObject([{ id, message: { text: { body: 'Olá' } } }])
    expect(rig.webhook.statuses(id)).toEqual(
      expect.arrayContaining([
        {
          id,
          status: 'sent',
          timestamp: '1795186800',
          recipient_id: CUSTOMER,
          recipient_user_id: expect.stringMatching(/^BR\./),
          biz_opaque_callback_data: 'our-id-1',
          pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'service' },
        },
        expect.objectContaining({ id, status: 'delivered' }),
      ]),
    )
    rig.graph.customerReads(id)
    await rig.graph.settle()
    expect(
      rig.webhook
        .statuses(id)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['delivered', 'read', 'sent'])
  })

  it.each([
    ['no product', { messaging_product: undefined }, 100],
    ['no receiver', { to: undefined }, 100],
    ['no number', { to: 'maria' }, 131009],
    ['the number itself', { to: '551140028922' }, 131021],
    ['an unknown kind', { type: 'letter', letter: {} }, 131051],
    ['another field', { text: { body: 'Olá', colour: 'red' } }, 100],
    ['an empty text', { text: { body: '' } }, 131008],
    ['no text', { text: {} }, 131008],
    ['4,097 characters', { text: { body: 'á'.repeat(4_097) } }, 100],
    ['513 characters of own data', { biz_opaque_callback_data: 'x'.repeat(513) }, 100],
  ])('is refused with %s', async (_name, fields, code) => {
    const answer = await rig.send({ ...text, ...fields })
    expect([answer.status, answer.code]).toEqual([400, code])
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER)).toEqual([])
  })

  it('has an error as Meta writes it', async () => {
    const { body } = await rig.send({ ...text, to: '551140028922' })
    expect(body).toEqual({
      error: {
        message: '(#131021) Recipient cannot be sender',
        type: 'OAuthException',
        code: 131021,
        error_data: {
          messaging_product: 'whatsapp',
          details: 'Sender and recipient phone number is the same.',
        },
        fbtrace_id: expect.any(String),
      },
    })
  })

  it('takes 4,096 characters', async () => {
    expect((await rig.send({ text: { body: 'á'.repeat(4_096) } })).status).toBe(200)
  })

  it('is read by "typing…" and the read mark of the message that it answers', async () => {
    const messageId = rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi?')
    const mark = {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: messageId,
      typing_indicator: { type: 'text' },
    }
    const path = `${rig.phoneNumberId}/messages`
    expect((await rig.call('POST', path, { body: mark })).body).toEqual({ success: true })
    expect(rig.graph.network.received.get(messageId)?.isRead).toBe(true)
    expect(rig.graph.network.typing).toMatchObject([{ from: CUSTOMER }])
    const unknown = await rig.call('POST', path, { body: { ...mark, message_id: 'wamid.x' } })
    expect(unknown.code).toBe(131009)
  })
})

describe('an answer that is lost', () => {
  beforeEach(() => rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi'))

  it('may belong to a message that was accepted', async () => {
    rig.graph.faults.next({ kind: 'cut-after' }, { path: '/messages' })
    await expect(rig.send({ ...text, biz_opaque_callback_data: 'our-id' })).rejects.toThrow('fetch failed')
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER)).toHaveLength(1)
    expect(rig.webhook.statuses()).toContainEqual(
      expect.objectContaining({ status: 'sent', biz_opaque_callback_data: 'our-id' }),
    )
  })

  it('may belong to one that was not', async () => {
    rig.graph.faults.next({ kind: 'cut-before' })
    await expect(rig.send(text)).rejects.toThrow('fetch failed')
    rig.graph.faults.next({ kind: 'refuse', status: 503, code: 2 })
    expect(await rig.send(text)).toMatchObject({ status: 503, code: 2 })
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER)).toEqual([])
  })

  it('comes late, after what was asked is done', async () => {
    rig.graph.faults.next({ kind: 'slow', delayMs: 30_000 })
    const answer = rig.send(text)
    while (rig.graph.inbox(CUSTOMER).length === 0) await new Promise((resolve) => setImmediate(resolve))
    rig.graph.advance(30_000)
    expect((await answer).status).toBe(200)
  })
})

describe('webhooks', () => {
  const write = (body: string) => rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, body)
  const bodies = () => rig.webhook.messages().map(({ text: sent }) => (sent as { body: string }).body)

  it('are held, and released in another order', async () => {
    rig.graph.settings.webhooksAtOnce = 1
    rig.graph.webhooks.hold()
    for (const body of ['1', '2', '3']) write(body)
    await rig.graph.settle()
    expect(bodies()).toEqual([])
    rig.graph.webhooks.release((held) => held.toReversed())
    await rig.graph.settle()
    expect(bodies()).toEqual(['3', '2', '1'])
  })

  it('are sent together, as under load', async () => {
    rig.graph.webhooks.hold()
    for (const body of ['1', '2', '3']) write(body)
    rig.graph.webhooks.releaseTogether()
    await rig.graph.settle()
    expect(rig.webhook.received).toHaveLength(1)
    expect(rig.webhook.received[0]?.payload.entry).toMatchObject([
      { id: rig.accountId, changes: [{}, {}, {}] },
    ])
    expect(bodies()).toEqual(['1', '2', '3'])
  })

  it('have 1,000 changes at most', async () => {
    rig.graph.webhooks.hold()
    for (let at = 0; at < 1_001; at++) write(String(at))
    rig.graph.webhooks.releaseTogether()
    await rig.graph.settle()
    expect(rig.webhook.received).toHaveLength(2)
    expect(new Set(bodies()).size).toBe(1_001)
  })

  it('are dropped and repeated', async () => {
    rig.graph.webhooks.dropNext()
    rig.graph.webhooks.repeatNext()
    for (const body of ['1', '2', '3']) write(body)
    await rig.graph.settle()
    expect(bodies().sort()).toEqual(['2', '2', '3'])
    expect(rig.graph.webhooks.lost).toHaveLength(1)
  })

  it('come again until they are answered with 200', async () => {
    rig.webhook.answers.push(500, 202, 301)
    write('1')
    for (const ms of [0, 5_000, 10_000, 20_000, 40_000]) {
      rig.graph.advance(ms)
      await rig.graph.settle()
    }
    expect(bodies()).toEqual(['1', '1', '1', '1'])
    expect(new Set(rig.webhook.received.map(({ text: sent }) => sent)).size).toBe(1)
    expect(rig.graph.webhooks.unfinished).toBe(0)
  })

  it('are given up after seven days', async () => {
    rig.webhook.answers.push(...Array.from({ length: 100 }, () => 500))
    write('1')
    for (let hour = 0; hour < 8 * 24; hour++) {
      rig.graph.advance(3_600_000)
      await rig.graph.settle()
    }
    expect(rig.graph.webhooks.lost).toHaveLength(1)
    expect(bodies().length).toBeGreaterThan(15)
  })
})

describe('a token', () => {
  const send = (token: string | undefined) =>
    rig.call('POST', `${rig.phoneNumberId}/messages`, {
      token,
      body: { messaging_product: 'whatsapp', to: CUSTOMER, ...text },
    })

  it('is needed, known, valid, and of this account', async () => {
    rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi')
    const { appId } = rig
    const accountIds = [rig.accountId]
    const management = rig.graph.addToken({ appId, accountIds, scopes: ['whatsapp_business_management'] })
    const elsewhere = rig.graph.addToken({ appId, accountIds: ['1'] })
    const short = rig.graph.addToken({ appId, accountIds, expiresAt: new Date('2026-11-20T16:00:00Z') })
    expect(await send(undefined)).toMatchObject({ status: 401, code: 104 })
    expect(await send('EAAnonsense')).toMatchObject({ status: 401, code: 190 })
    expect(await send(management.value)).toMatchObject({ status: 403, code: 10 })
    expect(await send(elsewhere.value)).toMatchObject({ status: 400, code: 100 })
    expect((await send(short.value)).status).toBe(200)
    rig.graph.advance(3_600_000)
    expect((await send(short.value)).body['error']).toMatchObject({ code: 190, error_subcode: 463 })
  })

  it('of a system user that may only read is refused when it sends', async () => {
    const { appId, accountId } = rig
    const reader = rig.graph.addToken({ appId, accountIds: [accountId], maySend: false }).value
    expect(await send(reader)).toMatchObject({ status: 403, code: 200 })
    expect((await rig.call('GET', rig.phoneNumberId, { token: reader })).status).toBe(200)
  })

  it('may be signed with the secret of its app, and no other', async () => {
    const sign = (secret: string) => createHmac('sha256', secret).update(rig.token).digest('hex')
    const read = (secret: string) => rig.call('GET', `${rig.phoneNumberId}?appsecret_proof=${sign(secret)}`)
    expect((await read(SECRET)).status).toBe(200)
    expect(await read('another')).toMatchObject({ status: 400, code: 100 })
    rig.graph.rotateSecret(rig.appId, 'another')
    expect((await read('another')).status).toBe(200)
  })

  it('says what it may do', async () => {
    const { body } = await rig.call('GET', `debug_token?input_token=${rig.token}`)
    expect(body).toMatchObject({
      data: {
        app_id: rig.appId,
        is_valid: true,
        expires_at: 0,
        scopes: ['whatsapp_business_messaging', 'whatsapp_business_management'],
      },
    })
  })
})

describe('what a business has', () => {
  it('is read by id and listed', async () => {
    const asked = `${rig.phoneNumberId}?fields=display_phone_number,quality_rating,throughput`
    expect((await rig.call('GET', asked)).body).toEqual({
      id: rig.phoneNumberId,
      display_phone_number: '+551140028922',
      quality_rating: 'GREEN',
      throughput: { level: 'STANDARD' },
    })
    expect((await rig.call('GET', `${rig.accountId}/phone_numbers`)).body['data']).toMatchObject([
      { id: rig.phoneNumberId, verified_name: 'Loja do Bairro' },
    ])
    expect((await rig.call('GET', `${rig.accountId}?fields=currency`)).body).toEqual({
      id: rig.accountId,
      currency: 'BRL',
    })
  })

  it('does not exist for the token of another account', async () => {
    const other = rig.graph.addToken({ appId: rig.appId, accountIds: ['1'] }).value
    for (const path of [rig.phoneNumberId, rig.accountId, `${rig.accountId}/phone_numbers`])
      expect((await rig.call('GET', path, { token: other })).body['error']).toMatchObject({
        code: 100,
        error_subcode: 33,
        type: 'GraphMethodException',
      })
  })

  it('has no unknown fields', async () => {
    expect(await rig.call('GET', `${rig.phoneNumberId}?fields=colour`)).toMatchObject({
      status: 400,
      code: 100,
    })
  })
})

describe("a number's profile", () => {
  const path = () => `${rig.phoneNumberId}/whatsapp_business_profile`
  const change = (fields: Record<string, unknown>) =>
    rig.call('POST', path(), { body: { messaging_product: 'whatsapp', ...fields } })

  it('is read and changed, within its lengths', async () => {
    expect((await change({ about: 'Aberto das 9 às 18', websites: ['https://loja.example'] })).status).toBe(
      200,
    )
    expect((await rig.call('GET', `${path()}?fields=about,websites,vertical`)).body).toEqual({
      data: [
        {
          messaging_product: 'whatsapp',
          about: 'Aberto das 9 às 18',
          websites: ['https://loja.example'],
          vertical: 'UNDEFINED',
        },
      ],
    })
    expect((await change({ about: 'a'.repeat(140) })).code).toBe(100)
    expect((await change({ websites: Array(3).fill('https://loja.example') })).code).toBe(131009)
    expect((await rig.call('GET', `${path()}?fields=colour`)).code).toBe(100)
  })
})

describe('a version', () => {
  it('is the oldest one when it has ended, and unknown when it does not exist yet', async () => {
    const path = `${rig.phoneNumberId}?fields=status`
    const ended = await rig.call('GET', path, { version: 'v17.0' })
    expect([ended.status, ended.headers.get('facebook-api-version')]).toEqual([200, 'v21.0'])
    expect(await rig.call('GET', path, { version: 'v99.0' })).toMatchObject({ status: 400, code: 2500 })
  })
})

it('a server of the system clock delivers by itself', async () => {
  const graph = await startGraphServer({ settings: { receipts: { sentMs: 20, deliveredMs: 40 } } })
  try {
    const account = graph.addBusinessAccount()
    const { id } = graph.addPhoneNumber({ accountId: account.id, digits: '551140028922' })
    const { value } = graph.addToken({ appId: 'none', accountIds: [account.id] })
    graph.customerWrites(id, CUSTOMER, 'Oi')
    await fetch(`${graph.url}/v26.0/${id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messaging_product: 'whatsapp', to: CUSTOMER, ...text }),
    })
    while (graph.inbox(CUSTOMER).length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(graph.inbox(CUSTOMER)).toMatchObject([{ message: { text: { body: 'Olá' } } }])
  } finally {
    await graph.stop()
  }
})

import { CUSTOMER, idOf, isSignedWith, SECRET, startRig, type Rig } from './graph-server-rig'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.stop())

const HOUR = 3_600_000
const text = { type: 'text', text: { body: 'Olá' } }
const write = (options = {}) => rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi', options)

async function failureOf(id: string): Promise<unknown> {
  await rig.graph.settle()
  const [status] = rig.webhook.statuses(id)
  return (status?.['errors'] as { code: number }[] | undefined)?.[0]?.code
}

describe('the window of 24 hours', () => {
  it('is closed for a customer who has never written: accepted, and failed later', async () => {
    const id = await rig.sendText()
    await rig.graph.settle()
    expect(rig.webhook.values()).toEqual([
      expect.objectContaining({
        statuses: [
          expect.objectContaining({
            id,
            status: 'failed',
            errors: [
              {
                code: 131047,
                title: 'Re-engagement message',
                message: 'Re-engagement message',
                error_data: {
                  details:
                    'More than 24 hours have passed since the recipient last replied to the sender number.',
                },
                href: '/documentation/business-messaging/whatsapp/support/error-codes',
              },
            ],
          }),
        ],
      }),
    ])
    expect(rig.webhook.values()[0]).not.toHaveProperty('contacts')
    expect(rig.graph.inbox(CUSTOMER)).toEqual([])
  })

  it('opens with each message and closes a day after the last', async () => {
    write()
    rig.graph.advance(24 * HOUR - 1)
    expect(await failureOf(await rig.sendText())).toBeUndefined()
    write()
    rig.graph.advance(24 * HOUR - 1)
    expect(await failureOf(await rig.sendText())).toBeUndefined()
    rig.graph.advance(1)
    expect(await failureOf(await rig.sendText())).toBe(131047)
  })

  it('may be refused in the answer', async () => {
    rig.graph.settings.windowRefusal = 'answer'
    expect(await rig.send(text)).toMatchObject({ status: 400, code: 131047 })
  })

  it('belongs to one number', async () => {
    write()
    const other = rig.graph.addPhoneNumber({ accountId: rig.accountId, digits: '551140028923' })
    const body = { messaging_product: 'whatsapp', to: CUSTOMER, ...text }
    expect(await failureOf(idOf(await rig.call('POST', `${other.id}/messages`, { body })))).toBe(131047)
  })

  it('of an ad is the usual one, and free of charge', async () => {
    write({ referral: { source_type: 'ad', source_id: '1', ctwa_clid: 'x' } })
    rig.graph.advance(23 * HOUR)
    const first = await rig.sendText()
    rig.graph.advance(HOUR)
    expect(await failureOf(await rig.sendText())).toBe(131047)
    expect(rig.webhook.statuses(first).find(({ status }) => status === 'sent')).toMatchObject({
      conversation: {
        id: expect.any(String),
        expiration_timestamp: expect.any(String),
        origin: { type: 'referral_conversion' },
      },
      pricing: { billable: false, type: 'free_entry_point', category: 'referral_conversion' },
    })
    expect(rig.webhook.messages()[0]).toMatchObject({ referral: { ctwa_clid: 'x' } })
  })
})

describe('prices', () => {
  it('of an open window are none by the rules before October 2026', async () => {
    rig.graph.settings.windowIsFree = true
    write()
    const id = await rig.sendText()
    await rig.graph.settle()
    expect(rig.webhook.statuses(id)).toContainEqual(
      expect.objectContaining({
        pricing: expect.objectContaining({ billable: false, type: 'free_customer_service' }),
      }),
    )
  })

  it('come with sent and delivered, not again with read', async () => {
    write()
    const id = await rig.sendText()
    await rig.graph.settle()
    rig.graph.customerReads(id)
    await rig.graph.settle()
    const priced = rig.webhook.statuses(id).map((status) => [status['status'], 'pricing' in status])
    expect(Object.fromEntries(priced)).toEqual({ sent: true, delivered: true, read: false })
  })

  it('have a conversation in webhooks of v23.0', async () => {
    rig.graph.settings.webhookVersion = 23
    write()
    const id = await rig.sendText()
    await rig.graph.settle()
    expect(rig.webhook.statuses(id)).toContainEqual(
      expect.objectContaining({
        status: 'sent',
        conversation: expect.objectContaining({ origin: { type: 'service' } }),
      }),
    )
  })
})

describe('rates', () => {
  beforeEach(() => write())

  it('of a pair are 45 at once, then one in six seconds, and others do not wait', async () => {
    for (let sent = 0; sent < 45; sent++) expect((await rig.send(text)).status).toBe(200)
    expect(await rig.send(text)).toMatchObject({ status: 400, code: 131056 })
    rig.graph.customerWrites(rig.phoneNumberId, '5511900001111', 'Oi')
    expect((await rig.send(text, '5511900001111')).status).toBe(200)
    rig.graph.advance(5_999)
    expect((await rig.send(text)).code).toBe(131056)
    rig.graph.advance(1)
    expect((await rig.send(text)).status).toBe(200)
    expect((await rig.send(text)).code).toBe(131056)
  })

  it('of a number are 80 a second, both ways, 20 with the app', async () => {
    const number = rig.graph.network.number(rig.phoneNumberId)
    number.isOnBusinessApp = true
    rig.graph.settings.throttlingStatus = 429
    const customers = Array.from({ length: 20 }, (_, at) => `55119000010${at + 10}`)
    rig.graph.advance(1_000)
    for (const to of customers) expect((await rig.send(text, to)).status).toBe(200)
    expect(await rig.send(text)).toMatchObject({ status: 429, code: 130429 })
    number.isOnBusinessApp = false
    for (let at = 0; at < 60; at++) rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi')
    expect((await rig.send(text)).code).toBe(130429)
    rig.graph.advance(1_000)
    expect((await rig.send(text)).status).toBe(200)
  })

  it('of a number in an upgrade are none for a minute, then 1,000 a second', async () => {
    rig.graph.accounts.upgradeThroughput(rig.phoneNumberId)
    expect((await rig.send(text)).code).toBe(131057)
    rig.graph.advance(60_000)
    await rig.graph.settle()
    expect((await rig.send(text)).status).toBe(200)
    expect(rig.webhook.values('phone_number_quality_update')).toMatchObject([{ event: 'THROUGHPUT_UPGRADE' }])
    expect((await rig.call('GET', `${rig.phoneNumberId}?fields=throughput`)).body).toMatchObject({
      throughput: { level: 'HIGH' },
    })
  })

  it('of requests for the account are 5,000 an hour', async () => {
    rig.graph.settings.managementRequestsPerHour = 2
    const read = () => rig.call('GET', rig.accountId)
    expect([(await read()).status, (await read()).status, (await read()).code]).toEqual([200, 200, 80007])
    rig.graph.advance(HOUR)
    expect((await read()).status).toBe(200)
  })

  it('of a portfolio are customers a day, shared by its numbers', async () => {
    const portfolio = rig.graph.network.portfolio(rig.accountId)
    portfolio.tier = 'TIER_50'
    const other = rig.graph.addBusinessAccount({ portfolioId: portfolio.id, subscribedApps: [rig.appId] })
    const number = rig.graph.addPhoneNumber({ accountId: other.id, digits: '551140028924' })
    const token = rig.graph.addToken({ appId: rig.appId, accountIds: [other.id] }).value
    await rig.call('POST', `${other.id}/message_templates`, {
      token,
      body: {
        name: 'oi',
        language: 'pt_BR',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'Oi' }],
      },
    })
    rig.graph.advance(60_000)
    const template = { name: 'oi', language: { code: 'pt_BR' } }
    const send = async (to: string) => {
      rig.graph.advance(100)
      const body = { messaging_product: 'whatsapp', to, type: 'template', template }
      return failureOf(idOf(await rig.call('POST', `${number.id}/messages`, { token, body })))
    }
    for (let at = 10; at < 60; at++) expect(await send(`55119000020${at}`)).toBeUndefined()
    expect(await send('5511900003000')).toBe(131048)
    expect(await send('5511900002010')).toBeUndefined()
    rig.graph.accounts.setTier(rig.accountId, 'TIER_250')
    expect(await send('5511900003000')).toBeUndefined()
    expect(rig.webhook.values('business_capability_update')).toHaveLength(2)
  })
})

describe('an account', () => {
  beforeEach(() => write())

  it.each([368, 131031] as const)(
    'that is restricted with %s refuses until it is reinstated',
    async (code) => {
      rig.graph.accounts.restrict(rig.accountId, code)
      expect(await rig.send(text)).toMatchObject({ status: 403, code })
      rig.graph.accounts.reinstate(rig.accountId)
      expect((await rig.send(text)).status).toBe(200)
      await rig.graph.settle()
      const events = rig.webhook.values('account_update').map(({ event }) => event)
      expect(events.sort()).toEqual(
        [
          'ACCOUNT_VIOLATION',
          code === 368 ? 'ACCOUNT_RESTRICTION' : 'DISABLED_UPDATE',
          'DISABLED_UPDATE',
        ].sort(),
      )
    },
  )

  it('that has not paid refuses', async () => {
    rig.graph.accounts.setUnpaid(rig.accountId, true)
    expect((await rig.send(text)).code).toBe(131042)
  })

  it.each([
    ['PENDING', 133010],
    ['BANNED', 131031],
  ] as const)('with a number that is %s refuses', async (status, code) => {
    rig.graph.network.number(rig.phoneNumberId).status = status
    expect((await rig.send(text)).code).toBe(code)
  })

  it('hears of a bad quality', async () => {
    rig.graph.accounts.setQuality(rig.phoneNumberId, 'RED')
    await rig.graph.settle()
    expect(rig.webhook.values('phone_number_quality_update')).toMatchObject([{ event: 'FLAGGED' }])
    expect((await rig.call('GET', `${rig.phoneNumberId}?fields=status,quality_rating`)).body).toMatchObject({
      status: 'FLAGGED',
      quality_rating: 'RED',
    })
  })
})

describe('statuses', () => {
  it('come late, twice, and in any order', async () => {
    rig.graph.settings.receipts = {}
    write()
    const id = await rig.sendText()
    await rig.graph.settle()
    expect(rig.webhook.statuses(id)).toEqual([])
    rig.graph.settings.webhooksAtOnce = 1
    for (const status of ['read', 'delivered', 'sent', 'sent'] as const) rig.graph.sendStatus(id, status)
    rig.graph.sendStatus(id, 'failed', { code: 131026 })
    await rig.graph.settle()
    expect(rig.webhook.statuses(id).map(({ status }) => status)).toEqual([
      'read',
      'delivered',
      'sent',
      'sent',
      'failed',
    ])
  })

  it('fail for a number that is not on WhatsApp', async () => {
    write()
    rig.graph.customer(CUSTOMER).isOnWhatsApp = false
    expect(await failureOf(await rig.sendText())).toBe(131026)
  })

  it('have no read from a customer who does not send it', async () => {
    rig.graph.settings.receipts = { sentMs: 0, deliveredMs: 10, readMs: 20 }
    write()
    const id = await rig.sendText()
    rig.graph.customer(CUSTOMER).sendsReadReceipts = false
    const other = await rig.sendText()
    rig.graph.advance(20)
    rig.graph.customerReads(other)
    await rig.graph.settle()
    expect(
      rig.webhook
        .statuses(id)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['delivered', 'read', 'sent'])
    expect(rig.webhook.statuses(other).map(({ status }) => status)).not.toContain('read')
  })
})

describe('the secret of an app', () => {
  it.each([
    ['previous', [SECRET]],
    ['current', ['a-new-secret']],
    ['both', [SECRET, 'a-new-secret']],
  ] as const)('signs with the %s one during a rotation', async (signsWith, expected) => {
    rig.graph.rotateSecret(rig.appId, 'a-new-secret', signsWith)
    rig.webhook.answers.push(...expected.slice(1).map(() => 401))
    write()
    await rig.graph.settle()
    rig.graph.advance(5_000)
    await rig.graph.settle()
    expect(
      rig.webhook.received.map((one) => [SECRET, 'a-new-secret'].find((secret) => isSignedWith(secret, one))),
    ).toEqual(expected)
  })
})

describe('another URL for an account', () => {
  it('gets its messages once it has answered the challenge', async () => {
    const path = `${rig.accountId}/subscribed_apps`
    const override = { override_callback_uri: `${rig.webhook.url}?company=7`, verify_token: 'wrong' }
    expect((await rig.call('POST', path, { body: override })).status).toBe(400)
    const body = { ...override, verify_token: 'what-the-operator-typed' }
    expect((await rig.call('POST', path, { body })).body).toEqual({ success: true })
    expect((await rig.call('GET', path)).body['data']).toMatchObject([
      {
        override_callback_uri: override.override_callback_uri,
        whatsapp_business_api_data: { id: rig.appId },
      },
    ])
    write()
    await rig.graph.settle()
    expect(rig.webhook.received).toHaveLength(1)
  })
})

import { startRig, type Rig } from './graph-server-rig'

const ORIGIN = 'https://desk.example'
const CONFIG = '900000000000006'

let rig: Rig

beforeEach(async () => {
  rig = await startRig()
  rig.graph.app(rig.appId).login = { configId: CONFIG, allowedOrigins: [ORIGIN] }
})
afterEach(() => rig.stop())

const subcodeOf = (body: Record<string, unknown>) =>
  (body['error'] as { error_subcode?: number } | undefined)?.error_subcode

const exchange = async (own: Record<string, string | undefined> = {}) => {
  const query = new URLSearchParams()
  const given = {
    client_id: rig.appId,
    client_secret: 'the-app-secret',
    code: rig.graph.grantLogin(rig.appId, [rig.accountId]),
    ...own,
  }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, value)
  const { status, body, code } = await rig.call('GET', `oauth/access_token?${query}`, { token: undefined })
  return { status, body, code, subcode: subcodeOf(body) }
}

describe('a code of a login', () => {
  it('becomes a token of the accounts that were granted, and of no others', async () => {
    const other = rig.graph.addBusinessAccount()
    const { status, body } = await exchange()
    expect(status).toBe(200)
    const token = String(body['access_token'])
    expect((await rig.call('GET', `${rig.accountId}/phone_numbers`, { token })).status).toBe(200)
    expect(await rig.call('GET', `${other.id}/phone_numbers`, { token })).toMatchObject({
      status: 400,
      code: 100,
    })
  })

  it('is used once', async () => {
    const code = rig.graph.grantLogin(rig.appId, [rig.accountId])
    expect((await exchange({ code })).status).toBe(200)
    expect(await exchange({ code })).toMatchObject({ status: 400, code: 100, subcode: 36009 })
  })

  it('expires after 30 seconds', async () => {
    const code = rig.graph.grantLogin(rig.appId, [rig.accountId])
    rig.graph.advance(30_000)
    expect(await exchange({ code })).toMatchObject({ status: 400, code: 100, subcode: 36007 })
  })

  it('is of one app', async () => {
    const other = await rig.graph.addApp({ secret: 'another' })
    const code = rig.graph.grantLogin(other.id, [rig.accountId])
    expect(await exchange({ code })).toMatchObject({ status: 400, code: 100, subcode: 36008 })
  })

  it.each([
    ['no client', { client_id: undefined }, 101, undefined],
    ['an unknown client', { client_id: '1' }, 101, undefined],
    ['no secret', { client_secret: undefined }, 1, undefined],
    ['a wrong secret', { client_secret: 'the-app-secres' }, 1, undefined],
    ['no code', { code: undefined }, 100, undefined],
    ['an unknown code', { code: 'AQunknown' }, 100, undefined],
    ['a redirect_uri, which the code has not', { redirect_uri: ORIGIN }, 100, 36008],
  ])('is refused with %s', async (_name, own, code, subcode) => {
    expect(await exchange(own)).toMatchObject({ status: 400, code, subcode })
  })
})

describe('a number that is registered', () => {
  const add = (own: object = {}) =>
    rig.graph.addPhoneNumber({
      accountId: rig.accountId,
      digits: '5511930000009',
      status: 'PENDING',
      isVerified: true,
      ...own,
    })
  const register = (id: string, pin: unknown = '123456') =>
    rig.call('POST', `${id}/register`, { body: { messaging_product: 'whatsapp', pin } })
  const read = async (id: string) =>
    (await rig.call('GET', `${id}?fields=status,platform_type,is_pin_enabled`)).body

  it('can be used, and has the PIN', async () => {
    const { id } = add()
    expect(await read(id)).toMatchObject({
      status: 'PENDING',
      platform_type: 'NOT_APPLICABLE',
      is_pin_enabled: false,
    })
    expect((await register(id)).status).toBe(200)
    expect(await read(id)).toMatchObject({
      status: 'CONNECTED',
      platform_type: 'CLOUD_API',
      is_pin_enabled: true,
    })
    expect((await register(id)).status).toBe(200)
    expect(await register(id, '654321')).toMatchObject({ status: 400, code: 133005 })
  })

  it('was verified before', async () => {
    const { id } = add({ isVerified: false })
    expect(await register(id)).toMatchObject({ status: 400, code: 133006 })
    expect((await read(id))['status']).toBe('PENDING')
  })

  it.each([['12345'], ['1234567'], ['abcdef'], [123456]])('has a PIN of six digits: not %p', async (pin) => {
    expect(await register(add().id, pin)).toMatchObject({ status: 400, code: 100 })
  })

  it('is asked for ten times in 72 hours', async () => {
    const { id } = add({ pin: '000000' })
    for (let tried = 0; tried < 10; tried += 1) expect((await register(id)).code).toBe(133005)
    expect(await register(id, '000000')).toMatchObject({ status: 400, code: 133016 })
    rig.graph.advance(72 * 60 * 60 * 1_000)
    expect((await register(id, '000000')).status).toBe(200)
  })
})

describe('an account’s own callback URL', () => {
  const subscribe = (body?: object) => rig.call('POST', `${rig.accountId}/subscribed_apps`, body && { body })
  const override = () => ({
    override_callback_uri: `${rig.webhook.url}?of=account`,
    verify_token: 'what-the-operator-typed',
  })

  it('is taken once the app is subscribed to the account', async () => {
    await rig.call('DELETE', `${rig.accountId}/subscribed_apps`)
    expect(await subscribe(override())).toMatchObject({ status: 400, code: 100 })
    expect((await subscribe()).status).toBe(200)
    expect((await subscribe(override())).status).toBe(200)
  })

  it('is refused to an app without a webhook', async () => {
    rig.graph.app(rig.appId).webhook = undefined
    expect(await subscribe(override())).toMatchObject({ status: 400, code: 100 })
  })
})

describe('the dialog of a login', () => {
  const parameters = (own: Record<string, string> = {}) =>
    new URLSearchParams({
      client_id: rig.appId,
      config_id: CONFIG,
      response_type: 'code',
      override_default_response_type: 'true',
      extras: '{"setup":{}}',
      origin: ORIGIN,
      call_id: 'call</script>',
      ...own,
    }).toString()
  const open = async (own?: Record<string, string>, choice?: string) => {
    const answer = await fetch(`${rig.graph.url}/v26.0/dialog/oauth?${parameters(own)}`, {
      ...(choice !== undefined && { method: 'POST', body: new URLSearchParams({ choice }) }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  it.each([
    ['an unknown app', { client_id: '1' }],
    ['a page that is not among the allowed domains', { origin: 'https://elsewhere.example' }],
    ['another configuration', { config_id: '1' }],
    ['another response type', { response_type: 'token' }],
    ['the default response types', { override_default_response_type: 'false' }],
    ['extras without setup', { extras: '{}' }],
    ['extras that are no JSON', { extras: 'setup' }],
  ])('is refused to %s', async (_name, own) => {
    expect((await open(own)).status).toBe(400)
    expect((await open(own, rig.phoneNumberId)).status).toBe(400)
    expect(rig.graph.network.loginCodes.size).toBe(0)
  })

  it('shows the numbers, and tells the page of the chosen one with a code', async () => {
    expect((await open()).text).toContain('+551140028922')
    const { text } = await open({}, rig.phoneNumberId)
    expect(text).toContain('FINISH')
    expect(text).toContain(rig.phoneNumberId)
    expect(text).toContain(`const origin = "${ORIGIN}"`)
    expect(text).not.toContain('call</script>')
    const [code = ''] = rig.graph.network.loginCodes.keys()
    expect(text).toContain(code)
    expect((await exchange({ code })).status).toBe(200)
  })

  it('offers a number that stays on the phone where it is asked to, and tells the account alone', async () => {
    rig.graph.network.number(rig.phoneNumberId).isOnBusinessApp = true
    expect((await open()).text).not.toContain('+551140028922')
    expect((await open({}, rig.phoneNumberId)).text).toContain('CANCEL')
    const extras = '{"setup":{},"featureType":"whatsapp_business_app_onboarding"}'
    expect((await open({ extras })).text).toContain('+551140028922')
    const { text } = await open({ extras }, rig.phoneNumberId)
    expect(text).toContain('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING')
    expect(text).toContain(rig.accountId)
    expect(text).not.toContain(rig.phoneNumberId)
  })

  it.each([
    ['cancel', 'PHONE_NUMBER_SETUP'],
    ['error', 'error_message'],
  ])('tells the page of %s, without a code', async (choice, said) => {
    const { text } = await open({}, choice)
    expect(text).toContain(said)
    expect(text).toContain('CANCEL')
    expect(rig.graph.network.loginCodes.size).toBe(0)
  })
})

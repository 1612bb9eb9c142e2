import { randomBytes } from 'node:crypto'

import { readConfig, type ConfigSource } from '@balcao/platform'

import { messagingGatewayConfig } from './config'

const kept: ConfigSource['secrets'] = { keep: () => randomBytes(32).toString('base64url') }
const key = randomBytes(32).toString('base64')
const read = (variables: Record<string, string>, secrets?: ConfigSource['secrets']) =>
  readConfig(messagingGatewayConfig, {
    variables: { WHATSAPP_ID_KEY: 'x'.repeat(32), GATEWAY_SEAL_KEY: 'y'.repeat(32), ...variables },
    ...(secrets && { secrets }),
  })

describe('the simulated phone in the configuration', () => {
  const vault = { WHATSAPP_VAULT_KEYS: `2027:${key}` }
  const of = (variables: Record<string, string>, isLoopbackDemo: boolean) =>
    readConfig(messagingGatewayConfig, {
      variables: {
        WHATSAPP_ID_KEY: 'x'.repeat(32),
        GATEWAY_SEAL_KEY: 'y'.repeat(32),
        ...vault,
        ...variables,
      },
      isLoopbackDemo,
    })
  const token = 'a-token-of-the-simulator'

  it('is there in a loopback demo, open to this machine', () => {
    expect(of({}, true)).toMatchObject({
      simulator: { token: undefined, isOpenLocally: true },
      defaultProvider: 'simulated',
    })
    expect(of({ SIMULATOR: 'false' }, true)).toMatchObject({ simulator: undefined, defaultProvider: 'beta' })
  })

  it('is off everywhere else', () => {
    expect(of({}, false)).toMatchObject({ simulator: undefined, defaultProvider: 'beta' })
    expect(() => of({ WHATSAPP_PROVIDER: 'simulated' }, false)).toThrow('needs SIMULATOR=true')
  })

  it('is offered elsewhere only behind a token, to this machine too', () => {
    expect(() => of({ SIMULATOR: 'true' }, false)).toThrow('SIMULATOR=true needs SIMULATOR_TOKEN')
    expect(of({ SIMULATOR: 'true', SIMULATOR_TOKEN: token }, false)).toMatchObject({
      simulator: { token, isOpenLocally: false },
      defaultProvider: 'simulated',
    })
  })
})

describe('Meta in the configuration', () => {
  const of = (variables: Record<string, string>, isLoopbackDemo: boolean) =>
    readConfig(messagingGatewayConfig, {
      variables: {
        WHATSAPP_ID_KEY: 'x'.repeat(32),
        GATEWAY_SEAL_KEY: 'y'.repeat(32),
        WHATSAPP_VAULT_KEYS: `2027:${key}`,
        ...variables,
      },
      isLoopbackDemo,
    }).simulatesCloud
  const simulator = { SIMULATOR: 'true', SIMULATOR_TOKEN: 'a-token-of-the-simulator' }
  const real = { WHATSAPP_GRAPH_URL: 'https://graph.facebook.com' }

  it.each([
    ['is simulated in a loopback demo', {}, true, true],
    ['is asked where an address is given', real, true, false],
    ['is asked where there is no simulated phone', { SIMULATOR: 'false' }, true, false],
    ['is asked everywhere else', {}, false, false],
    ['is asked there behind a simulated phone, too', simulator, false, false],
  ])('%s', (_name, variables, isDemo, expected) => expect(of(variables, isDemo)).toBe(expected))
})

describe('the app of embedded sign-up in the configuration', () => {
  const of = (variables: Record<string, string>) => read({ WHATSAPP_VAULT_KEYS: `2027:${key}`, ...variables })
  const all = {
    WHATSAPP_APP_ID: '900000000000001',
    WHATSAPP_APP_SECRET: 'secret-of-the-app',
    WHATSAPP_SIGNUP_CONFIG_ID: '900000000000009',
  }

  it('is offered where all three are set, and not where none is', () => {
    expect(of(all).signupApp).toEqual({
      appId: '900000000000001',
      appSecret: 'secret-of-the-app',
      configId: '900000000000009',
    })
    expect(of({}).signupApp).toBeUndefined()
  })

  it.each(Object.keys(all))('is refused at start without %s alone', (missing) => {
    const refused = () => of({ ...all, [missing]: '' })
    expect(refused).toThrow('must be set together')
    expect(refused).not.toThrow(all.WHATSAPP_APP_SECRET)
  })

  it.each(Object.keys(all))('is refused at start with %s alone', (only) => {
    expect(() => of({ [only]: all[only as keyof typeof all] })).toThrow('must be set together')
  })

  it.each(['WHATSAPP_APP_ID', 'WHATSAPP_SIGNUP_CONFIG_ID'])('has ids of digits: %s', (name) => {
    expect(() => of({ ...all, [name]: 'my-app' })).toThrow(`${name} must be digits`)
  })
})

describe('the vault’s keys in the configuration', () => {
  it('are made where secrets are', () => {
    expect(read({}, kept).vaultKeys.current.id).toBe('default')
  })

  it('must be given elsewhere', () => {
    expect(() => read({})).toThrow('WHATSAPP_VAULT_KEYS is required')
  })

  it('are read in order, a machine’s own key among them', () => {
    const { vaultKeys } = read({ WHATSAPP_VAULT_KEYS: `2027:${key},${kept?.keep('')}` })
    expect([...vaultKeys.keys.keys()]).toEqual(['2027', 'default'])
  })

  it('are refused at start with a reason that does not show them', () => {
    const refused = () => read({ WHATSAPP_VAULT_KEYS: `2027:${key}=,default:${key}` })
    expect(refused).toThrow('WHATSAPP_VAULT_KEYS must be base64 of exactly 32 bytes behind the name "2027"')
    expect(refused).not.toThrow(key.slice(0, 10))
  })
})

import { readConfig } from '@balcao/platform'

import { authConfig } from './config'

const read = (variables: Record<string, string>) =>
  readConfig(authConfig, { variables: { AUTH_SEAL_KEY: 'k'.repeat(32), ...variables } })

describe('the configuration of auth', () => {
  it('needs nothing but a key', () => {
    expect(read({})).toEqual({
      isSignUpAllowed: true,
      cookieSecure: 'auto',
      publicOrigins: [],
      sealKey: 'k'.repeat(32),
      firstAdmin: undefined,
      servesDemo: false,
      revealsUnknown: false,
    })
  })
  it.each([
    [{}, 'auto'],
    [{ HTTPS: 'true' }, 'always'],
    [{ HTTPS: 'true', COOKIE_SECURE: 'never' }, 'never'],
    [{ COOKIE_SECURE: 'always' }, 'always'],
  ])('%j sets cookies that are Secure %s', (variables, secure) =>
    expect(read(variables).cookieSecure).toBe(secure),
  )
  it.each([
    [{ DEMO_ACCOUNTS: 'true' }, 'refused'],
    [{ DEMO_ACCOUNTS: 'true', HOST: '0.0.0.0' }, 'refused'],
    [{ DEMO_ACCOUNTS: 'true', HOST: '127.0.0.1', HTTPS: 'true' }, 'refused'],
    [{ DEMO_ACCOUNTS: 'true', HOST: '127.0.0.1' }, true],
    [{ HOST: '127.0.0.1' }, false],
  ])('%j lets a pod serve the demo’s accounts: %s', (variables: Record<string, string>, served) =>
    served === 'refused'
      ? expect(() => read(variables)).toThrow('DEMO_ACCOUNTS=true needs')
      : expect(read(variables).servesDemo).toBe(served),
  )
  it('takes a first admin whole or not at all', () => {
    expect(
      read({ FIRST_ADMIN_EMAIL: 'r@b.test', FIRST_ADMIN_PASSWORD: 'a long password' }).firstAdmin,
    ).toEqual({
      companyName: 'Balcão',
      email: 'r@b.test',
      password: 'a long password',
    })
    expect(() => read({ FIRST_ADMIN_EMAIL: 'r@b.test' })).toThrow('go together')
    expect(() => read({ FIRST_ADMIN_EMAIL: 'r@b.test', FIRST_ADMIN_PASSWORD: 'short' })).toThrow(
      'FIRST_ADMIN_PASSWORD',
    )
  })
  it.each(['password1234', 'Root@Balcao.Test', 'Minha Empresa'])(
    'refuses a first admin with the password %j',
    (password) => {
      const first = {
        FIRST_ADMIN_EMAIL: 'root@balcao.test',
        FIRST_ADMIN_COMPANY: 'Minha Empresa',
        FIRST_ADMIN_PASSWORD: password,
      }
      expect(() => read(first)).toThrow('FIRST_ADMIN_PASSWORD is a common password')
    },
  )
})

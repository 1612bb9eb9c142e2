import { isLoopbackDemo, isLoopbackDemoEnvironment, type Exposure } from './loopback-demo'

const demo: Exposure = {
  host: '127.0.0.1',
  isHttps: false,
  trustedProxies: [],
  publicOrigins: [],
  hasFirstAdmin: false,
}

describe('a loopback demo', () => {
  it.each([
    [{}],
    [{ host: 'localhost' }],
    [{ host: '::1' }],
    [{ host: '127.0.0.53' }],
    [{ publicOrigins: ['http://localhost:5173', 'http://[::1]:5173'] }],
  ])('is reached from this machine only: %j', (change) =>
    expect(isLoopbackDemo({ ...demo, ...change })).toBe(true),
  )

  it.each([
    [{ host: '0.0.0.0' }],
    [{ host: '::' }],
    [{ host: '192.168.1.7' }],
    [{ host: '127.0.0.1.example' }],
    [{ isHttps: true }],
    [{ trustedProxies: ['loopback'] }],
    [{ publicOrigins: ['http://localhost:5173', 'https://desk.example'] }],
    [{ publicOrigins: ['localhost.desk.example'] }],
    [{ hasFirstAdmin: true }],
  ])('is an installation with %j', (change) => expect(isLoopbackDemo({ ...demo, ...change })).toBe(false))
})

describe('the environment of the single machine', () => {
  it.each([
    [{}],
    [{ HOST: '', HTTPS: 'false', TRUSTED_PROXIES: '', PUBLIC_ORIGINS: '' }],
    [{ HOST: 'localhost', PUBLIC_ORIGINS: 'http://localhost:5173' }],
  ])('says demo: %j', (variables) => expect(isLoopbackDemoEnvironment({ variables })).toBe(true))

  it.each([
    [{ HOST: '0.0.0.0' }],
    [{ HTTPS: 'true' }],
    [{ HTTPS: 'perhaps' }],
    [{ TRUSTED_PROXIES: '127.0.0.1' }],
    [{ PUBLIC_ORIGINS: 'https://desk.example' }],
    [{ FIRST_ADMIN_EMAIL: 'root@desk.example' }],
    [{ FIRST_ADMIN_PASSWORD_FILE: '/nowhere/password' }],
  ])('says installation: %j', (variables) => expect(isLoopbackDemoEnvironment({ variables })).toBe(false))
})

import { createSealer } from '@balcao/platform'
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as signBytes,
  type KeyObject,
} from 'node:crypto'

import { MINUTE } from '@balcao/kernel'
import { decode } from 'jsonwebtoken'

import { buildAuthConfig, withoutRequestId, seedUser, startAuth, type AuthRig } from './support'

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

describe('an access token', () => {
  let auth: AuthRig
  let header: Record<string, unknown>
  let claims: Record<string, unknown>
  let key: KeyObject
  let publicPem: string
  let good: string

  beforeAll(async () => {
    auth = await startAuth()
    await auth.seed({ name: 'Acme', users: [seedUser('ana@acme.test')] })
    good = (await auth.login('ana@acme.test')).token
    const parts = decode(good, { complete: true })
    header = { ...parts?.header }
    claims = { ...(parts?.payload as Record<string, unknown>) }
    const [row] = await auth.pg.sql<{ kid: string; private_pem: string; public_pem: string }>(
      'SELECT * FROM auth.signing_keys',
    )
    publicPem = row?.public_pem ?? ''
    key = createPrivateKey(
      createSealer(buildAuthConfig().sealKey, 'auth').open(
        row?.private_pem ?? '',
        `signing-key ${row?.kid}`,
      ) ?? '',
    )
  })

  const forge = (head: object, payload: unknown, by: KeyObject = key) => {
    const input = `${encode({ ...header, ...head })}.${encode(payload)}`
    return `${input}.${signBytes('sha256', Buffer.from(input), { key: by, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  const tryToken = async (token: string) => withoutRequestId(await auth.call('GET', '/auth/me', { token }))
  const REFUSED = { status: 401, error: 'ERR_UNAUTHORIZED' }
  const nowSeconds = () => Math.floor(auth.ports.clock.now().getTime() / 1000)

  it('says who, which company, which session and for how long, and nothing else', () => {
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{16}$/) })
    expect(claims).toEqual({
      sub: '1',
      cid: 1,
      tv: 1,
      prof: 'user',
      iss: 'balcao',
      aud: 'balcao-desk',
      jti: expect.any(String),
      iat: nowSeconds(),
      exp: nowSeconds() + 900,
    })
  })

  it('is accepted, as is one that the test signs the same way', async () => {
    expect((await auth.call('GET', '/auth/me', { token: good })).status).toBe(200)
    expect((await auth.call('GET', '/auth/me', { token: forge({}, claims) })).status).toBe(200)
  })

  it('past its time asks for a refresh, once', async () => {
    const late = forge({}, { ...claims, exp: nowSeconds() - 1 })
    expect(await tryToken(late)).toEqual({ status: 403, error: 'ERR_SESSION_EXPIRED' })
  })

  it.each<[string, () => string]>([
    ['without a signature algorithm', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`],
    ['with "None" and our kid', () => `${encode({ ...header, alg: 'None' })}.${encode(claims)}.`],
    ['with an empty signature', () => `${good.split('.').slice(0, 2).join('.')}.`],
    [
      'with a changed payload',
      () => [good.split('.')[0], encode({ ...claims, cid: 2 }), good.split('.')[2]].join('.'),
    ],
    [
      'signed HS256 with the public key',
      () => {
        const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`
        return `${input}.${createHmac('sha256', publicPem).update(input).digest('base64url')}`
      },
    ],
    [
      'of another ES256 key under our kid',
      () => forge({}, claims, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    ],
    ['with an unknown kid', () => forge({ kid: 'unknown' }, claims)],
    ['with a kid that is a path', () => forge({ kid: '../../../../dev/null' }, claims)],
    ['with a kid that is SQL', () => forge({ kid: "' UNION SELECT 'x" }, claims)],
    ['with a kid that is a URL', () => forge({ kid: 'http://127.0.0.1:1/key.pem' }, claims)],
    [
      'with its own key in the header',
      () => {
        const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        return forge(
          {
            kid: 'own',
            jwk: createPublicKey(pair.privateKey).export({ format: 'jwk' }),
            jku: 'http://127.0.0.1:1',
          },
          claims,
          pair.privateKey,
        )
      },
    ],
    ['of another issuer', () => forge({}, { ...claims, iss: 'other' })],
    ['for another audience', () => forge({}, { ...claims, aud: 'other' })],
    ['not valid yet', () => forge({}, { ...claims, nbf: nowSeconds() + 60 })],
    ['that never ends', () => forge({}, { ...claims, exp: undefined })],
    ['whose end is a text', () => forge({}, { ...claims, exp: '9999999999' })],
    [
      'whose end is beyond numbers',
      () => forge({}, JSON.stringify({ ...claims, exp: 0 }).replace('"exp":0', '"exp":1e400')),
    ],
    ['whose user is a number', () => forge({}, { ...claims, sub: 1 })],
    ['whose user is zero-padded', () => forge({}, { ...claims, sub: '01' })],
    ['whose company is a text', () => forge({}, { ...claims, cid: '1' })],
    ['without a session', () => forge({}, { ...claims, tv: undefined })],
    ['that is only text', () => forge({}, '"ana"')],
    ['of 3 kB', () => `a.${'b'.repeat(3_000)}.c`],
  ])('%s is refused', async (_name, token) => {
    expect(await tryToken(token())).toEqual(REFUSED)
  })

  it.each(['', 'undefined', 'null', ' ', 'Bearer', 'a.b', '...'])('spelled %j is refused', async (token) => {
    expect(await tryToken(token)).toEqual(REFUSED)
  })

  it('does not pass as a refresh token, nor the other way round', async () => {
    expect(withoutRequestId(await auth.refresh(good))).toEqual({ status: 401, error: 'ERR_SESSION_OVER' })
    const { cookie } = await auth.login('ana@acme.test')
    expect(await tryToken(cookie)).toEqual(REFUSED)
  })

  it('of an older session, or of a user of another company, is over', async () => {
    const over = { status: 401, error: 'ERR_SESSION_OVER' }
    expect(await tryToken(forge({}, { ...claims, tv: 0 }))).toEqual(over)
    expect(await tryToken(forge({}, { ...claims, cid: 2, tv: 99 }))).toEqual(over)
    expect(await tryToken(forge({}, { ...claims, sub: '999', tv: 99 }))).toEqual(over)
  })

  it('lives for a quarter of an hour', async () => {
    const { token } = await auth.login('ana@acme.test')
    auth.ports.clock.advance(15 * MINUTE - 1_000)
    expect((await auth.call('GET', '/auth/me', { token })).status).toBe(200)
    auth.ports.clock.advance(1_000)
    expect(await tryToken(token)).toEqual({ status: 403, error: 'ERR_SESSION_EXPIRED' })
  })
})

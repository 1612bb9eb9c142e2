import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'

import { AppError, type RpcClients } from '@balcao/kernel'
import { sign, type SignOptions } from 'jsonwebtoken'

import { createTokenVerifier } from './token-verifier'

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const exportPem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()

const ours = pair()
const theirs = pair()
let now = new Date('2026-11-20T12:00:00Z')
const clock = { now: () => now }
const seconds = () => Math.floor(now.getTime() / 1000)

let keys: { kid: string; pem: string; endsAt: Date | undefined }[] = []
let isAway = false
const buildKey = (kid: string, { publicKey }: ReturnType<typeof pair>, endsAt?: Date) => ({
  kid,
  pem: exportPem(publicKey),
  endsAt,
})
let fetches = 0
const rpc = {
  auth: {
    getPublicKeys: async () => {
      fetches += 1
      if (isAway) throw new AppError('ERR_UNAVAILABLE')
      return { keys }
    },
  },
} as unknown as Pick<RpcClients, 'auth'>

const claims = (patch: object = {}) => ({
  sub: '12',
  cid: 7,
  tv: 3,
  prof: 'user',
  iat: seconds(),
  exp: seconds() + 900,
  iss: 'balcao',
  aud: 'balcao-desk',
  ...patch,
})
const without = (claim: string) =>
  Object.fromEntries(Object.entries(claims()).filter(([name]) => name !== claim))
const signToken = (payload: object, options: SignOptions = {}, key: KeyObject = ours.privateKey) =>
  sign(payload, key, { algorithm: 'ES256', keyid: 'k1', ...options })

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const byHand = (header: object, payload: object, signature = '') =>
  `${base64(header)}.${base64(payload)}.${signature}`

async function waitUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise(setImmediate)
}

const verifier = () => createTokenVerifier(rpc, clock)

beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
  keys = [buildKey('k1', ours)]
  isAway = false
  fetches = 0
})

describe('an access token', () => {
  it('says who calls', async () => {
    await expect(verifier().verify(signToken(claims()))).resolves.toEqual({
      userId: 12,
      companyId: 7,
      tokenVersion: 3,
      keyId: 'k1',
    })
  })

  it('is over at its end, also when it was seen before', async () => {
    const { verify } = verifier()
    const token = signToken(claims())
    await verify(token)
    now = new Date(now.getTime() + 900_000)
    await expect(verify(token)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' })
    await expect(verify(token)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' })
  })

  const signed = (algorithm: string, secret: string) => {
    const text = `${base64({ alg: algorithm, typ: 'JWT', kid: 'k1' })}.${base64(claims())}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const good = () => signToken(claims())
  const forged: [string, () => string][] = [
    ['of no algorithm', () => byHand({ alg: 'none', kid: 'k1' }, claims())],
    ['signed by HMAC with the public key', () => signed('HS256', exportPem(ours.publicKey))],
    ['that claims ES256 over an HMAC', () => signed('ES256', exportPem(ours.publicKey))],
    ['without a signature', () => good().split('.').slice(0, 2).join('.') + '.'],
    ['with a changed payload', () => good().replace(/\.[^.]+\./, `.${base64(claims({ cid: 8 }))}.`)],
    ['of another key', () => signToken(claims(), {}, theirs.privateKey)],
    ['without a key id', () => sign(claims(), ours.privateKey, { algorithm: 'ES256' })],
    ['with a path as key id', () => signToken(claims(), { keyid: '../../etc/passwd' })],
    ['with SQL as key id', () => signToken(claims(), { keyid: "k1' OR '1'='1" })],
    [
      'with its own key in the header',
      () =>
        signToken(
          claims(),
          { header: { alg: 'ES256', kid: 'x', jku: 'https://evil.example' } },
          theirs.privateKey,
        ),
    ],
    ['of another issuer', () => signToken(claims({ iss: 'other' }))],
    ['for another audience', () => signToken(claims({ aud: 'other' }))],
    ['not yet valid', () => signToken(claims({ nbf: seconds() + 600 }))],
    ['without an end', () => signToken(without('exp'))],
    [
      'with a text as end',
      () => byHand({ alg: 'ES256', kid: 'k1' }, claims({ exp: '9999999999' }), good().split('.')[2]),
    ],
    ['that lives longer than auth lets them', () => signToken(claims({ exp: seconds() + 901 }))],
    ['made for later', () => signToken(claims({ iat: seconds() + 61, exp: seconds() + 900 }))],
    ['that does not say since when', () => signToken(without('iat'), { noTimestamp: true })],
    ['that ended before it began', () => signToken(claims({ iat: seconds() + 50, exp: seconds() + 40 }))],
    ['without a company', () => signToken(claims({ cid: undefined }))],
    ['with a company as text', () => signToken(claims({ cid: '7' }))],
    ['with user 0', () => signToken(claims({ sub: '0' }))],
    ['of 64 kB', () => 'a'.repeat(65_536)],
    ['of rubbish', () => 'a.b.c'],
    ['of nothing', () => ''],
  ]

  it.each(forged)('%s is refused', async (_name, make) => {
    await expect(verifier().verify(make())).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' })
  })

  it('of a new key is accepted once auth has it; unknown key ids cost one question in 10 s', async () => {
    const { verify } = verifier()
    await verify(signToken(claims()))
    const rotated = signToken(claims(), { keyid: 'k2' }, theirs.privateKey)
    for (let tries = 0; tries < 20; tries++)
      await expect(verify(rotated)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' })
    expect(fetches).toBe(1)
    keys = [...keys, buildKey('k2', theirs)]
    now = new Date(now.getTime() + 10_000)
    await expect(verify(rotated)).resolves.toMatchObject({ userId: 12 })
    expect(fetches).toBe(2)
  })

  it('tells an unreachable auth from a bad token', async () => {
    const lost = {
      auth: { getPublicKeys: () => Promise.reject(new AppError('ERR_UNAVAILABLE')) },
    } as unknown as Pick<RpcClients, 'auth'>
    await expect(createTokenVerifier(lost, clock).verify(signToken(claims()))).rejects.toMatchObject({
      code: 'ERR_UNAVAILABLE',
    })
  })
})

describe('a key that auth retired', () => {
  const minutes = (count: number) => (now = new Date(now.getTime() + count * 60_000))
  /* Keys are fetched in the background: the next call has them. */
  const fetched = async (count: number) => {
    await waitUntil(() => fetches >= count)
    await new Promise(setImmediate)
  }

  it('ends at its time, for tokens seen before and never seen, also while auth is away', async () => {
    const { verify, assertTrusted } = verifier()
    keys = [buildKey('k1', ours, new Date(now.getTime() + 600_000)), buildKey('k2', theirs)]
    const [seen, unseen] = [signToken(claims()), signToken(claims({ tv: 4 }))]
    const signedAnew = signToken(claims(), { keyid: 'k2' }, theirs.privateKey)
    await verify(seen)
    await assertTrusted({ keyId: 'k1' })
    isAway = true
    minutes(10)
    for (const token of [seen, unseen])
      await expect(verify(token)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' })
    await expect(assertTrusted({ keyId: 'k1' })).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' })
    await expect(verify(signedAnew)).resolves.toMatchObject({ keyId: 'k2' })
  })

  it('is forgotten within a minute once auth serves it no more', async () => {
    const { verify } = verifier()
    const token = signToken(claims())
    await verify(token)
    keys = [buildKey('k2', theirs)]
    minutes(1)
    await verify(token)
    await fetched(2)
    await expect(verify(token)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' })
  })

  it('sends the bearer of an expired token to refresh, not to the login', async () => {
    const { verify } = verifier()
    const token = signToken(claims())
    keys = [buildKey('k2', theirs)]
    minutes(15)
    await expect(verify(token)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' })
  })

  it('is asked for again, seldom, while auth is away, until no token of its can be alive', async () => {
    const { verify } = verifier()
    await verify(signToken(claims()))
    isAway = true
    minutes(1)
    for (let tries = 0; tries < 5; tries++) await verify(signToken(claims({ tv: tries })))
    await fetched(2)
    expect(fetches).toBe(2)
    minutes(14)
    await expect(verify(signToken(claims()))).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    isAway = false
    await expect(verify(signToken(claims()))).resolves.toMatchObject({ keyId: 'k1' })
  })
})

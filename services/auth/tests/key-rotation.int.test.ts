import { createSealer } from '@balcao/platform'
import { createPrivateKey } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { MINUTE } from '@balcao/kernel'
import { waitFor } from '@balcao/testkit'
import { decode, sign } from 'jsonwebtoken'

import { createAuthService } from '../src/service'
import { buildAuthConfig, withoutRequestId, seedUser, startAuth, type AuthRig } from './support'

const OTHER_SEAL_KEY = 'another key of the tests, 32 characters or more'

describe('replacing the signing key', () => {
  let auth: AuthRig
  beforeEach(async () => {
    auth = await startAuth()
    await auth.seed({ name: 'Acme', users: [seedUser('ana@acme.test')] })
  })

  const oldKey = async () => {
    const [row] = await auth.pg.sql<{ kid: string; private_pem: string }>('SELECT * FROM auth.signing_keys')
    const pem = createSealer(buildAuthConfig().sealKey, 'auth').open(
      row?.private_pem ?? '',
      `signing-key ${row?.kid}`,
    )
    return { kid: row?.kid ?? '', key: createPrivateKey(pem ?? '') }
  }
  /* Auth starts again with another AUTH_SEAL_KEY on the same database. */
  const startAgain = async (sealKey: string) => {
    const service = createAuthService(buildAuthConfig({ sealKey }), auth.ports)
    const running = await service.start?.()
    auth.pg.onClose(async () => running?.stop())
  }
  const me = async (token: string) => withoutRequestId(await auth.call('GET', '/auth/me', { token }))
  const served = async () => (await auth.rpc.auth.getPublicKeys({})).keys

  it('retires the old one: its tokens live on for the longest life, a forged one not a day longer', async () => {
    const stolen = await oldKey()
    const { token, cookie } = await auth.login('ana@acme.test')
    await startAgain(OTHER_SEAL_KEY)
    const keys = await served()
    expect(keys.map(({ kid }) => kid)[1]).toBe(stolen.kid)
    expect(keys[0]?.endsAt).toBeUndefined()
    expect(keys[1]?.endsAt).toEqual(new Date(auth.ports.clock.now().getTime() + 20 * MINUTE))
    expect(await me(token)).toMatchObject({ status: 200 })

    auth.ports.clock.advance(20 * MINUTE)
    const nowSeconds = Math.floor(auth.ports.clock.now().getTime() / 1000)
    const payload = { ...(decode(token, { json: true }) ?? {}), iat: nowSeconds, exp: nowSeconds + 900 }
    const forged = sign(payload, stolen.key, { algorithm: 'ES256', keyid: stolen.kid })
    expect(await me(forged)).toEqual({ status: 401, error: 'ERR_UNAUTHORIZED' })
    expect((await served()).map(({ kid }) => kid)).not.toContain(stolen.kid)
    // The owner of the session refreshes later and continues.
    expect(await me(token)).toEqual({ status: 403, error: 'ERR_SESSION_EXPIRED' })
    expect((await auth.refresh(cookie)).status).toBe(200)
  })

  it('is not undone by going back to the old AUTH_SEAL_KEY: that makes a third', async () => {
    const { kid } = await oldKey()
    await startAgain(OTHER_SEAL_KEY)
    await startAgain(buildAuthConfig().sealKey)
    const keys = await served()
    expect(keys).toHaveLength(3)
    expect(keys.filter(({ endsAt }) => endsAt === undefined)).toHaveLength(1)
    expect(keys.find(({ endsAt }) => endsAt === undefined)?.kid).not.toBe(kid)
  })

  it('ends a stolen one at once when it is said to have been retired long ago', async () => {
    const stolen = await oldKey()
    const { token } = await auth.login('ana@acme.test')
    expect(await me(token)).toMatchObject({ status: 200 })
    await auth.pg.sql("UPDATE auth.signing_keys SET retired_at = 'epoch'")
    // The running process reads the keys again and creates another.
    const keys = await served()
    expect(keys).toHaveLength(1)
    expect(keys[0]?.kid).not.toBe(stolen.kid)
    auth.ports.clock.advance(MINUTE)
    const over = { status: 401, error: 'ERR_UNAUTHORIZED' }
    await waitFor(async () => isDeepStrictEqual(await me(token), over))
    const fresh = await auth.login('ana@acme.test')
    expect(decode(fresh.token, { complete: true })?.header.kid).toBe(keys[0]?.kid)
    expect(await me(fresh.token)).toMatchObject({ status: 200 })
  })

  it('leaves a process that cannot read the new key at work with the old one until it is replaced', async () => {
    const { kid } = await oldKey()
    await startAgain(OTHER_SEAL_KEY)
    await served()
    expect(decode((await auth.login('ana@acme.test')).token, { complete: true })?.header.kid).toBe(kid)
    expect(await auth.pg.sql('SELECT kid FROM auth.signing_keys WHERE retired_at IS NULL')).toHaveLength(1)
  })
})

import { generateKeyPairSync } from 'node:crypto'

import { createAuthService } from '@balcao/auth/service'
import * as contracts from '@balcao/contracts'
import { MINUTE } from '@balcao/kernel'
import { waitFor, type TestAgent, type TestDesk } from '@balcao/testkit'
import { decode, sign } from 'jsonwebtoken'
import { io, type Socket } from 'socket.io-client'

import { readAllConfigs } from '../src/all-services'
import { startDesk } from './support/start-desk'

const ENDPOINTS = 60

/* What an attacker with the database and its secrets may hold. */
const stolen = generateKeyPairSync('ec', { namedCurve: 'P-256' })

describe('after the runbook for a stolen signing key (deploy/runbooks/key-rotation.md)', () => {
  let desk: TestDesk
  let ana: TestAgent
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)

  const forge = () => {
    const iat = Math.floor(now().getTime() / 1000)
    const claims = { ...decode(ana.token, { json: true }), iat, exp: iat + 900 }
    return sign(claims, stolen.privateKey, { algorithm: 'ES256', keyid: 'stolen' })
  }

  const connect = (token: string): Socket =>
    io(desk.url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })

  /* auth restarts with another AUTH_SEAL_KEY: the runbook's restart. */
  const restartAuth = async () => {
    const secrets = { keep: (name: string) => `another ${name.toLowerCase()}`.padEnd(40, '.') }
    const WHATSAPP_VAULT_KEYS = Buffer.alloc(32, 'vault').toString('base64')
    const { services } = readAllConfigs({ variables: { WHATSAPP_VAULT_KEYS }, secrets })
    await createAuthService(services.auth, desk.portsOf('auth')).start?.()
  }

  const answerTo = async (method: string, route: string, token: string) => {
    const path = route.replaceAll(/:\w+/g, '1')
    const init = method === 'get' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }
    const response = await fetch(desk.url + path, {
      method,
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    })
    return { status: response.status, text: await response.text() }
  }

  const guarded = async () => {
    const { body } = await desk.anonymous<{ paths: Record<string, Record<string, unknown>> }>(
      'GET',
      '/docs/openapi.json',
    )
    const isServed = (method: string, path: string) =>
      body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method] !== undefined
    return contracts
      .listEndpoints(contracts)
      .filter(
        ({ method, path, access }) => isServed(method, path) && access !== 'public' && access !== 'api-token',
      )
  }

  beforeAll(async () => {
    desk = await startDesk({ clock: { now }, staff: { ana: { profile: 'admin' } } })
    ana = await desk.agent('ana')
    const pem = stolen.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    await desk.pg.sql(
      "INSERT INTO auth.signing_keys (kid, private_pem, public_pem, created_at) VALUES ('stolen', '', $1, now())",
      [pem],
    )
    // Verifiers fetch an unknown key at most every 10 s.
    aheadMs += MINUTE
  })

  it('no token forged with it opens a route, a socket or keeps one open', async () => {
    const endpoints = await guarded()
    expect(endpoints.length).toBeGreaterThan(ENDPOINTS)
    await waitFor(async () => (await answerTo('get', '/auth/me', forge())).status === 200)
    const thief = connect(forge())
    await waitFor(() => thief.connected)

    await restartAuth()
    aheadMs += 20 * MINUTE

    await waitFor(() => thief.disconnected)
    const refused = connect(forge())
    const error = await new Promise<Error>((resolve) => refused.once('connect_error', resolve))
    expect(error.message).toBe('ERR_UNAUTHORIZED')
    for (const { method, path } of endpoints) {
      const { status, text } = await answerTo(method, path, forge())
      expect({ method, path, status, text }).toEqual({
        method,
        path,
        status: 401,
        text: expect.stringContaining('ERR_UNAUTHORIZED'),
      })
    }
  })
})

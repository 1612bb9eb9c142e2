import { randomBytes } from 'node:crypto'

import { isSameToken } from '@balcao/platform'

import { ok, type Answer, type Call } from '../call'
import type { App, LoginCode } from '../assets'
import { GraphError } from '../graph-error'
import type { GraphNetwork } from '../network'

const refused = (code: number, message: string, subcode?: number) =>
  new GraphError(code, { message, details: '', ...(subcode !== undefined && { subcode }) })

/**
 * `GET /oauth/access_token?client_id&client_secret&code` (embedded-signup/onboarding-customers-as-a-tech-provider, 2026-05-21): a code of the
 * JavaScript SDK has no `redirect_uri`. The page shows the answer's token alone; `token_type` is what Facebook Login answers. The words and
 * codes of refusals are those that clients quote (2013 to 2026).
 */
export function exchangeCode(network: GraphNetwork, { query }: Call): Answer {
  const app = readClient(network, query)
  const code = readCode(network, app, query)
  code.isUsed = true
  const value = `EAA${randomBytes(40).toString('hex')}`
  network.tokens.set(value, {
    value,
    appId: app.id,
    userId: network.newId(),
    scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
    accountIds: code.accountIds,
    maySend: true,
    // Not documented for the system users that a login makes; they belong to the app.
    hasAppRole: true,
    expiresAt: undefined,
    isRevoked: false,
  })
  return ok({ access_token: value, token_type: 'bearer' })
}

function readClient(network: GraphNetwork, query: URLSearchParams): App {
  const id = query.get('client_id')
  if (id === null) throw refused(101, 'Missing client_id parameter.')
  const app = network.apps.get(id)
  if (!app) throw refused(101, 'Error validating application. Invalid application ID.')
  const secret = query.get('client_secret')
  if (secret === null) throw refused(1, 'Missing client_secret parameter.')
  if (!isSameToken(secret, app.secret)) throw refused(1, 'Error validating client secret.')
  return app
}

function readCode(network: GraphNetwork, app: App, query: URLSearchParams): LoginCode {
  const value = query.get('code')
  if (value === null) throw refused(100, 'Missing code parameter.')
  const code = network.loginCodes.get(value)
  if (!code) throw refused(100, 'Invalid verification code format.')
  if (code.appId !== app.id || query.has('redirect_uri'))
    throw refused(
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      36008,
    )
  if (code.isUsed) throw refused(100, 'This authorization code has been used.', 36009)
  if (code.expiresAtMs <= network.nowMs()) throw refused(100, 'This authorization code has expired.', 36007)
  return code
}

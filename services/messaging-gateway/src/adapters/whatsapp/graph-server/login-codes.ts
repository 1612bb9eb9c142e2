import { randomBytes } from 'node:crypto'

import type { App, LoginCode } from './assets'
import type { GraphNetwork } from './network'

/** The code that the page of a login gets: for one exchange, soon. */
export function createLoginCode(
  network: GraphNetwork,
  { id: appId }: App,
  accountIds: readonly string[],
): LoginCode {
  const code: LoginCode = {
    value: `AQ${randomBytes(60).toString('base64url')}`,
    appId,
    accountIds,
    expiresAtMs: network.nowMs() + network.settings.loginCodeMs,
    isUsed: false,
  }
  network.loginCodes.set(code.value, code)
  return code
}

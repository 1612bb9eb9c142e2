import { forgotPassword, resetPassword as resetEndpoint, resetPasswordByPath } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { normalizeEmail } from '../users'
import { requestReset, type RequestResetDeps } from './request-reset'
import { resetPassword, type ResetPasswordDeps } from './reset-password'

export function passwordResetRoutes(edge: HttpEdge, deps: RequestResetDeps & ResetPasswordDeps): void {
  edge.route(forgotPassword, async ({ params, rateLimits }) => {
    // Counted for unknown e-mails too: a refusal tells nothing.
    await rateLimits.consume('reset-account', normalizeEmail(params.email))
    return requestReset(deps, params.email)
  })
  edge.route(resetEndpoint, ({ body }) => resetPassword(deps, body))
  edge.route(resetPasswordByPath, ({ params: { email, token, newPassword }, res }) => {
    res.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    return resetPassword(deps, { email, token, password: newPassword })
  })
}

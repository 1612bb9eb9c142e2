import { forgotPassword, resetPassword as resetEndpoint, resetPasswordByPath } from '@balcao/contracts'
import { networkPrefix, type EdgeRequest, type HttpEdge } from '@balcao/platform'

import type { ResetGuard } from '../sessions'
import { normalizeEmail } from '../users'
import { requestReset, type RequestResetDeps } from './request-reset'
import { resetPassword, type PasswordReset, type ResetPasswordDeps } from './reset-password'

export interface PasswordResetEdgeDeps extends RequestResetDeps, ResetPasswordDeps {
  guard: ResetGuard
}

export function passwordResetRoutes(edge: HttpEdge, deps: PasswordResetEdgeDeps): void {
  edge.route(forgotPassword, async ({ params, rateLimits, ip }) => {
    // Counted for unknown e-mails too: what follows tells nothing.
    const key = `${normalizeEmail(params.email)}|${networkPrefix(ip)}`
    return requestReset(deps, params.email, await rateLimits.countExcess('reset-account', key))
  })
  const reset = (
    { rateLimits, ip }: Pick<EdgeRequest<unknown>, 'rateLimits' | 'ip'>,
    asked: PasswordReset,
  ) => {
    const attempt = { account: asked.email, network: networkPrefix(ip), device: undefined }
    return deps.guard(rateLimits, attempt, () => resetPassword(deps, asked))
  }
  edge.route(resetEndpoint, (request) => reset(request, request.body))
  edge.route(resetPasswordByPath, (request) => {
    const { email, token, newPassword } = request.params
    request.res.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    return reset(request, { email, token, password: newPassword })
  })
}

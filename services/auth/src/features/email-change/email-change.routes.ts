import { confirmAddress, confirmEmail as confirmEndpoint } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { networkPrefix, type HttpEdge } from '@balcao/platform'

import type { ResetGuard } from '../sessions'
import { readUser, type AnswerSession, type ReadUsersDeps } from '../users'
import { confirmEmail, type ConfirmEmailDeps } from './confirm-email'

/** Confirms an address for a mailed code; false: the code is none of its own. */
export type ConfirmAddress = (asked: { email: string; code: string }) => Promise<boolean>

export interface EmailEdge {
  answerSession: AnswerSession
  /** Delays wrong codes. */
  guard: ResetGuard
  /** What codes without a session are for: the first that knows a code takes it. */
  confirmers: readonly ConfirmAddress[]
}

export function emailChangeRoutes(
  edge: HttpEdge,
  deps: ConfirmEmailDeps & ReadUsersDeps,
  { answerSession, guard, confirmers }: EmailEdge,
): void {
  edge.route(confirmEndpoint, async (request) => {
    const { session, params, body } = request
    if (params.userId !== session.userId) throw new AppError('ERR_NO_PERMISSION')
    const renewed = await confirmEmail(deps, session, body.code)
    const token = await answerSession(request, renewed)
    return { ...(await readUser(deps, session.companyId, session.userId)), token }
  })

  edge.route(confirmAddress, ({ body, rateLimits, ip }) => {
    const attempt = { account: body.email, network: networkPrefix(ip), device: undefined }
    return guard(rateLimits, attempt, async () => {
      for (const confirm of confirmers) if (await confirm(body)) return undefined
      throw new AppError('ERR_RESET_CODE_INVALID')
    })
  })
}

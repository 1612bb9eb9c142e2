import { confirmEmail as confirmEndpoint } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { readUser, type AnswerSession, type ReadUsersDeps } from '../users'
import { confirmEmail, type ConfirmEmailDeps } from './confirm-email'

export function emailChangeRoutes(
  edge: HttpEdge,
  deps: ConfirmEmailDeps & ReadUsersDeps,
  answerSession: AnswerSession,
): void {
  edge.route(confirmEndpoint, async (request) => {
    const { session, params, body } = request
    if (params.userId !== session.userId) throw new AppError('ERR_NO_PERMISSION')
    const renewed = await confirmEmail(deps, session, body.code)
    const token = await answerSession(request, renewed)
    return { ...(await readUser(deps, session.companyId, session.userId)), token }
  })
}

import { AppError, type Session } from '@balcao/kernel'

import type { ContactDeps } from './contact-deps'

const DEADLINE_MS = 1_500

/**
 * The number in WhatsApp's own form; as typed when the gateway does not answer within 1.5 s.
 * @throws {AppError} ERR_WAPP_INVALID_CONTACT when WhatsApp does not know it.
 */
export async function checkNumber(
  deps: Pick<ContactDeps, 'rpc'>,
  session: Session,
  number: string,
): Promise<string> {
  try {
    const answer = await deps.rpc.messaging.checkNumber(
      { companyId: session.companyId, connectionId: 0, number },
      { session, deadlineMs: DEADLINE_MS },
    )
    if (!answer.exists) throw new AppError('ERR_WAPP_INVALID_CONTACT')
    return answer.number || number
  } catch (error) {
    // No connected session, or no answer in time: contacts can be added while the phone is offline.
    const isUnasked =
      error instanceof AppError && error.code !== 'ERR_WAPP_INVALID_CONTACT' && error.code !== 'ERR_INTERNAL'
    if (isUnasked) return number
    throw error
  }
}

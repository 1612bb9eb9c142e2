import { AppError } from '@balcao/kernel'

import type { Connection } from '../connections'
import type { NumberCheck } from '../whatsapp-driver'
import type { AskDeps } from './ask-session'
import { isFresh, learnedFrom } from './number-check'
import type { NumberCheckStore } from './number-check.store'

export interface CheckDeps extends Pick<AskDeps, 'db' | 'clock' | 'directory'> {
  numberChecks: NumberCheckStore
}

/**
 * Whether a number is on WhatsApp, and its canonical form. Remembered by company for a week, for an hour when nobody has
 * it; the network is asked over the connection only when nothing fresh is known and the number has never written to us.
 * Undefined when the connection is not connected, so that nobody can be asked.
 * @throws {AppError} ERR_WAPP_CHECK_CONTACT when the network cannot say
 */
export async function checkNumber(
  deps: CheckDeps,
  { companyId, id, provider }: Pick<Connection, 'companyId' | 'id' | 'provider'>,
  asked: string,
): Promise<NumberCheck | undefined> {
  const known = await deps.db.withTenant(companyId, async (tx) => {
    const answered = await deps.numberChecks.find(tx, companyId, provider, asked)
    if (answered && isFresh(answered, deps.clock.now())) return answered
    const hasWritten = await deps.numberChecks.hasWritten(tx, companyId, asked)
    return hasWritten ? { exists: true, number: asked } : undefined
  })
  if (known) return { exists: known.exists, number: known.number }
  const session = await deps.directory.connected(companyId, id)
  if (!session) return undefined
  const check = await session.checkNumber(asked).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED') return undefined
    throw error
  })
  if (!check) return undefined
  const learned = learnedFrom(asked, check, deps.clock.now())
  await deps.db.withTenant(companyId, (tx) => deps.numberChecks.save(tx, companyId, provider, learned))
  return { exists: check.exists, number: check.number || asked }
}

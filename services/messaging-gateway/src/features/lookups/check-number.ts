import { AppError } from '@balcao/kernel'

import type { Connection } from '../connections'
import type { NumberCheck } from '../whatsapp-driver'
import type { AskDeps } from './ask-session'
import { numberMemory, type NumberMemoryDeps } from './number-memory'

export interface CheckDeps extends NumberMemoryDeps, Pick<AskDeps, 'directory'> {}

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
  const memory = numberMemory(deps, { companyId, provider })
  const known = await memory.recall(asked)
  if (known) return known
  const session = await deps.directory.findConnected(companyId, id)
  if (!session) return undefined
  const check = await session.checkNumber(asked).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED') return undefined
    throw error
  })
  if (!check) return undefined
  await memory.learn(asked, check)
  return { exists: check.exists, number: check.number || asked }
}

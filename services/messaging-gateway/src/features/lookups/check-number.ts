import { AppError } from '@balcao/kernel'

import type { Connection } from '../connections'
import type { NumberCheck } from '../whatsapp-driver'
import type { AskDeps } from './ask-session'
import { numberCache, type NumberCacheDeps } from './number-cache'

export interface CheckDeps extends NumberCacheDeps, Pick<AskDeps, 'directory'> {}

/**
 * Whether a number is on WhatsApp, and its canonical form. Cached by company for a week, for an hour when it is not on WhatsApp;
 * WhatsApp is asked only when nothing fresh is cached and the number has never written to the company.
 * Undefined when the connection is not connected.
 * @throws {AppError} ERR_WAPP_CHECK_CONTACT when the network cannot say
 */
export async function checkNumber(
  deps: CheckDeps,
  { companyId, id, provider }: Pick<Connection, 'companyId' | 'id' | 'provider'>,
  asked: string,
): Promise<NumberCheck | undefined> {
  const memory = numberCache(deps, { companyId, provider })
  const known = await memory.find(asked)
  if (known) return known
  const session = await deps.directory.findConnected(companyId, id)
  if (!session) return undefined
  const check = await session.checkNumber(asked).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED') return undefined
    throw error
  })
  if (!check) return undefined
  await memory.save(asked, check)
  return { exists: check.exists, number: check.number || asked }
}

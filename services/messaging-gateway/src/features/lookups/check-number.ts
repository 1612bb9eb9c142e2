import type { Capabilities, ConnectionProvider } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { Connection } from '../connections'
import { takeNumberCheck, type NumberCheckDeps } from '../outbound'
import type { NumberCheck } from '../whatsapp-driver'
import type { AskDeps } from './ask-session'
import { numberCache, type NumberCacheDeps } from './number-cache'

export interface CheckDeps extends NumberCacheDeps, NumberCheckDeps, Pick<AskDeps, 'directory'> {
  capabilities(provider: ConnectionProvider): Capabilities
}

/**
 * Whether a number is on WhatsApp, and its canonical form. Cached by company for a week, for three days when it is not on WhatsApp;
 * WhatsApp is asked only when nothing fresh is cached and the number has never written to the company. `held`: the connection does
 * not check numbers ahead, or cannot, or has checked, and begun, as many as it may for now: the number is checked when it is sent to.
 * @throws {AppError} ERR_WAPP_CHECK_CONTACT when the network cannot say
 */
export async function checkNumber(
  deps: CheckDeps,
  connection: Pick<Connection, 'companyId' | 'id' | 'provider'>,
  asked: string,
): Promise<NumberCheck | 'not-connected' | 'held'> {
  const { companyId, id, provider } = connection
  const memory = numberCache(deps, { companyId, provider })
  const known = await memory.find(asked)
  if (known) return known
  const { checksNumbers, needsHumanPace } = deps.capabilities(provider)
  if (!checksNumbers) return 'held'
  const session = await deps.directory.findConnected(companyId, id)
  if (!session) return 'not-connected'
  if (needsHumanPace && !(await takeNumberCheck(deps, connection, asked))) return 'held'
  const check = await session.checkNumber(asked).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED') return undefined
    throw error
  })
  if (!check) return 'not-connected'
  await memory.save(asked, check)
  return { exists: check.exists, number: check.number || asked }
}

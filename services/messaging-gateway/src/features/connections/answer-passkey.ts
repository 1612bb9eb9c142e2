import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { SessionDirectory } from '../sessions'
import type { PasskeyAnswer } from '../whatsapp-driver'
import type { ConnectionDeps } from './connection-deps'
import { readConnection } from './read-connection'

interface PasskeyDeps extends Pick<ConnectionDeps, 'db' | 'connections'> {
  directory: SessionDirectory
}

async function readLinkingSession(
  { db, connections, directory }: PasskeyDeps,
  companyId: CompanyId,
  id: ConnectionId,
) {
  await db.withTenant(companyId, (tx) => readConnection(connections, tx, companyId, id))
  const session = await directory.findPairing(companyId, id)
  if (!session) throw new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'nothing is being linked' })
  return session
}

/**
 * Passes the browser's assertion to the linking session. After a refusal another one can be passed.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_INITIALIZED unless a passkey is asked for now, ERR_WAPP_PASSKEY
 */
export async function answerPasskey(
  deps: PasskeyDeps,
  companyId: CompanyId,
  id: ConnectionId,
  answer: PasskeyAnswer,
): Promise<void> {
  await (await readLinkingSession(deps, companyId, id)).answerPasskey(answer)
}

/**
 * Confirms that the phone shows the code of the connection's passkey step.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_INITIALIZED unless codes are compared now, ERR_WAPP_PASSKEY
 */
export async function confirmPasskey(
  deps: PasskeyDeps,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<void> {
  await (await readLinkingSession(deps, companyId, id)).confirmPasskey()
}

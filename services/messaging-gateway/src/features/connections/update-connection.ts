import { isDeepStrictEqual } from 'node:util'

import { capabilities, linksByCredentials, queueId, type ConnectionId } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'

import { assertGreeting, type Connection } from './connection'
import type { ConnectionDeps } from './connection-deps'
import { connectionChanged } from './connection-events'
import { assertReferences, patchSettings, type ConnectionPatch } from './connection-input'
import { clearDefault } from './create-connection'

/* Only what is new is validated: an old queue may have been deleted, and tickets may be down. */
const pickNewReferences = (
  before: Connection,
  { queueIds = [], transferQueueId, promptId = null }: ConnectionPatch,
) => ({
  queueIds: queueIds.map(queueId).filter((id) => !before.queueIds.includes(id)),
  transferQueueId:
    transferQueueId == null || transferQueueId === before.transferQueueId ? null : queueId(transferQueueId),
  promptId: promptId === before.promptId ? null : promptId,
})

/* Another provider is ignored, except where it would mean to give the official API up. */
function assertNoWayBack({ provider }: Connection, patch: ConnectionPatch): void {
  const isOfficial = linksByCredentials(capabilities[provider])
  if (isOfficial && patch.provider !== undefined && patch.provider !== provider)
    throw new AppError('ERR_WAPP_NO_MOVE')
}

/**
 * The connection with the fields of the patch; absent fields stay, and so does the token for an empty one; a new token voids
 * the old one. The session is not touched. Nothing is saved when nothing changes.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_NO_OTHER_WHATSAPP when it would leave the company without a default,
 *   ERR_WAPP_NO_MOVE, ERR_WAPP_NAME_ALREADY_EXISTS, ERR_WAPP_GREETING_REQUIRED, ERR_QUEUE_NOT_FOUND, ERR_NO_PROMPT_FOUND
 */
export async function updateConnection(
  deps: ConnectionDeps,
  session: Session,
  id: ConnectionId,
  patch: ConnectionPatch,
): Promise<Connection> {
  const { companyId } = session
  const before = await deps.db.withTenant(companyId, (tx) => deps.connections.find(tx, companyId, id))
  if (!before) throw new AppError('ERR_NO_WAPP_FOUND')
  await assertReferences(deps, session, pickNewReferences(before, patch))
  return deps.db.withTenant(companyId, async (tx) => {
    deps.connections.lockCompany(tx, companyId)
    const current = await deps.connections.lock(tx, companyId, id)
    assertNoWayBack(current, patch)
    const settings = patchSettings(current, patch)
    if (!patch.token && isDeepStrictEqual({ ...current, ...settings }, current)) return current
    assertGreeting(settings)
    if (current.isDefault && !settings.isDefault) throw new AppError('ERR_NO_OTHER_WHATSAPP')
    if (settings.isDefault && !current.isDefault) {
      const others = await deps.connections.list(tx, companyId)
      await clearDefault(deps, tx, others)
    }
    const saved = await deps.connections.save(
      tx,
      { ...current, ...settings },
      deps.clock.now(),
      patch.token || undefined,
    )
    await deps.events.append(tx, [connectionChanged(deps, saved)])
    return saved
  })
}

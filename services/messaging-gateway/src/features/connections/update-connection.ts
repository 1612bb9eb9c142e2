import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import { assertGreeting, type Connection } from './connection'
import type { ConnectionDeps } from './connection-deps'
import { connectionChanged } from './connection-events'
import { assertQueues, settingsOf, type ConnectionBody } from './connection-input'
import { stepDown } from './create-connection'

/**
 * The connection with the body's settings. Absent `queueIds` and an empty token keep what was there; another token ends
 * the old one. The session
 * is not touched.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_NO_OTHER_WHATSAPP when it would leave the company without a default,
 *   ERR_WAPP_NAME_ALREADY_EXISTS, ERR_WAPP_GREETING_REQUIRED, ERR_QUEUE_NOT_FOUND
 */
export async function updateConnection(
  deps: ConnectionDeps,
  companyId: CompanyId,
  id: ConnectionId,
  body: ConnectionBody,
): Promise<Connection> {
  const before = await deps.db.withTenant(companyId, (tx) => deps.connections.find(tx, companyId, id))
  if (!before) throw new AppError('ERR_NO_WAPP_FOUND')
  await assertQueues(
    deps,
    companyId,
    settingsOf({ ...body, queueIds: body.queueIds ?? [] }, before, {
      provider: before.provider,
    }),
  )
  return deps.db.withTenant(companyId, async (tx) => {
    await deps.connections.lockCompany(tx, companyId)
    const current = await deps.connections.lock(tx, companyId, id)
    const settings = settingsOf(body, current, { provider: current.provider })
    assertGreeting(settings)
    if (current.isDefault && !settings.isDefault) throw new AppError('ERR_NO_OTHER_WHATSAPP')
    if (settings.isDefault && !current.isDefault) {
      const others = await deps.connections.list(tx, companyId)
      await stepDown(deps, tx, others)
    }
    const saved = await deps.connections.save(
      tx,
      { ...current, ...settings },
      deps.clock.now(),
      body.token || undefined,
    )
    await deps.events.append(tx, [connectionChanged(deps, saved)])
    return saved
  })
}

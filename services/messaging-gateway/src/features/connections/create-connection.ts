import { capabilities, linksByCredentials } from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { assertGreeting, type Connection } from './connection'
import type { ConnectionDeps } from './connection-deps'
import { connectionChanged } from './connection-events'
import { assertReferences, createToken, toConnectionSettings, type ConnectionBody } from './connection-input'

/**
 * The new connection, with its token, which cannot be read again. Its session starts as soon as a supervisor takes its lease. The
 * company's first connection is the default. Parallel calls are serialised by the company's lock, so the plan's limit holds.
 * @throws {AppError} ERR_PLAN_LIMIT_REACHED, ERR_WAPP_NAME_ALREADY_EXISTS, ERR_WAPP_GREETING_REQUIRED, ERR_QUEUE_NOT_FOUND,
 *   ERR_NO_PROMPT_FOUND
 */
export async function createConnection(
  deps: ConnectionDeps,
  session: Session,
  body: ConnectionBody,
): Promise<{ connection: Connection; token: string }> {
  const { companyId } = session
  const settings = toConnectionSettings(body, { provider: deps.defaultProvider })
  assertGreeting(settings)
  await assertReferences(deps, session, settings)
  const limit = await deps.maxConnections(companyId)
  const token = body.token || createToken(deps.ids)
  // Without credentials there is nothing to connect with.
  const isDriven = deps.hasDriver(settings.provider) && !linksByCredentials(capabilities[settings.provider])
  const created = await deps.db.withTenant(companyId, async (tx) => {
    deps.connections.lockCompany(tx, companyId)
    const others = await deps.connections.list(tx, companyId)
    if (others.length >= limit)
      throw new AppError('ERR_PLAN_LIMIT_REACHED', { detail: `${limit} connections` })
    const isDefault = settings.isDefault || others.length === 0
    if (isDefault) await clearDefault(deps, tx, others)
    const draft = {
      ...settings,
      isDefault,
      companyId,
      token,
      wanted: isDriven,
      status: isDriven ? ('OPENING' as const) : ('DISCONNECTED' as const),
    }
    const connection = await deps.connections.insert(tx, draft, deps.clock.now())
    await deps.events.append(tx, [connectionChanged(deps, connection)])
    return connection
  })
  deps.nudge()
  return { connection: created, token }
}

/** Clears `isDefault` of the current default. Called before the new one gets it: a company has at most one at any moment. */
export async function clearDefault(
  deps: Pick<ConnectionDeps, 'connections' | 'events' | 'clock' | 'ids'>,
  tx: Tx,
  others: readonly Connection[],
): Promise<void> {
  for (const other of others.filter((candidate) => candidate.isDefault)) {
    const locked = await deps.connections.lock(tx, other.companyId, other.id)
    const saved = await deps.connections.save(tx, { ...locked, isDefault: false }, deps.clock.now())
    await deps.events.append(tx, [connectionChanged(deps, saved)])
  }
}

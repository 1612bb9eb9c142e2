import type { ConnectionProvider } from '@balcao/contracts'
import { AppError, nextWebhookTry, type Lease, type Leases } from '@balcao/kernel'

import type { ConnectionStore } from '../connections'
import type { SessionHolder } from '../inbound'
import { sessionCallbacks, type CallbackDeps } from '../sessions'
import type { ReceiveOutcome, SessionCallbacks, WhatsAppDriver } from '../whatsapp-driver'
import type { NetworkEvent } from './network-event'
import type { NetworkEventStore } from './network-event.store'

export interface ProcessDeps extends CallbackDeps {
  connections: ConnectionStore
  networkEvents: NetworkEventStore
  drivers: ReadonlyMap<ConnectionProvider, WhatsAppDriver>
  /** A recorded message waits for its file, which the connection's session downloads. */
  nudgeFollowUps(event: NetworkEvent): void
  /** Something may be sent that had to wait. */
  nudgeOutbound(event: NetworkEvent): void
  onProcessed(event: NetworkEvent): void
  /** `isOver`: it was parked. */
  onFailed(event: NetworkEvent, error: unknown, isOver: boolean): void
}

/* No session: the claim of the event stands in for the lease, and is checked where the lease would be. */
const toHolder = ({ id, companyId, connectionId }: NetworkEvent): SessionHolder => {
  const lease: Lease = {
    name: `network event ${id}`,
    epoch: 0,
    signal: new AbortController().signal,
    isSuspended: false,
    release: () => Promise.resolve(),
  }
  return { companyId, connectionId, lease }
}

function createCallbacks(deps: ProcessDeps, event: NetworkEvent): SessionCallbacks {
  const leases: Leases = {
    isOnlyWriter: false,
    acquire: () => Promise.resolve(undefined),
    freeAllOf: () => Promise.resolve(),
    fence: (tx) => deps.networkEvents.fence(tx, event),
  }
  return sessionCallbacks({ ...deps, leases }, toHolder(event), {
    record: (_what, work) => work(),
    onSessionEvent: () => Promise.resolve(),
    onTraffic: () => undefined,
    // What an acknowledged message held back is found by the pump of its session.
    pump: () => ({ release: () => undefined, nudge: () => deps.nudgeOutbound(event) }),
    followUps: () => ({ nudge: () => deps.nudgeFollowUps(event) }),
  })
}

async function receive(deps: ProcessDeps, event: NetworkEvent): Promise<ReceiveOutcome> {
  const { companyId, connectionId, kind } = event
  const connection = await deps.db.withTenant(companyId, (tx) =>
    deps.connections.find(tx, companyId, connectionId),
  )
  // Deleted meanwhile: its events go with it.
  if (!connection) return 'recorded'
  // The session of its phone is being ended: what Meta brings waits until the connection is the official API's.
  if (connection.command === 'move')
    throw new AppError('ERR_UNAVAILABLE', { detail: 'the connection is moving' })
  const driver = deps.drivers.get(connection.provider)
  if (!driver?.receive) return { unreadable: `no driver for ${connection.provider}` }
  const callbacks = createCallbacks(deps, event)
  const body = JSON.parse(event.body) as unknown
  const outcome = await driver.receive({ companyId, connectionId, kind, body, callbacks })
  if (outcome !== 'recorded') await callbacks.trouble('not-recorded')
  return outcome
}

const isTaken = (error: unknown): boolean => error instanceof AppError && error.code === 'ERR_LEASE_LOST'

/* Names of errors only: a message's text may be in what an error says. */
const nameReason = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof Error ? error.name : 'failed'

async function settleFailure(deps: ProcessDeps, event: NetworkEvent, error: unknown): Promise<void> {
  const now = deps.clock.now()
  const next = nextWebhookTry({ tries: event.tries, triedSince: event.receivedAt }, now)
  const reason = nameReason(error)
  await deps.db.withTenant(event.companyId, (tx) =>
    next
      ? deps.networkEvents.postpone(tx, event, next, reason)
      : deps.networkEvents.bury(tx, event, reason, now),
  )
  deps.onFailed(event, error, !next)
}

/**
 * Processes a claimed event: what the network brought is recorded as from a session, then the event is deleted. After a kill in between
 * it is processed again, which changes nothing. One that fails is tried again for three days; one that nobody can read is parked.
 */
export async function processNetworkEvent(deps: ProcessDeps, event: NetworkEvent): Promise<void> {
  const { networkEvents, db, clock } = deps
  try {
    const outcome = await receive(deps, event)
    if (outcome === 'recorded') {
      await db.withTenant(event.companyId, (tx) => networkEvents.delete(tx, event))
      deps.onProcessed(event)
      return
    }
    await db.withTenant(event.companyId, (tx) =>
      networkEvents.bury(tx, event, outcome.unreadable, clock.now()),
    )
    deps.onFailed(event, new AppError('ERR_MALFORMED_REQUEST', { detail: outcome.unreadable }), true)
  } catch (error) {
    // The claim ran out, and another process has the event.
    if (!isTaken(error)) await settleFailure(deps, event, error)
  }
}

import { isOlder, type ClientVersions, type WebVersion } from '../client-version'
import type { SessionHolder } from '../inbound'
import { closeTable, type EndReason } from '../whatsapp-driver'
import { decideNextStep, type NextStep } from './decide-next-step'
import type { WriteDeps } from './write-session'

export interface StepDeps extends Pick<WriteDeps, 'db' | 'clock' | 'sessionEnds'> {
  /** From 0 to 1. */
  chance(): number
  /** The client version that sockets announce; `refresh` looks for a newer one. */
  clientVersions: Pick<ClientVersions, 'readCurrent' | 'refresh'>
}

export interface EndedSession {
  reason: EndReason
  /** Consecutive failed attempts, this one included. */
  failures: number
  until: Date | undefined
  /** The client version it was opened with. */
  version: WebVersion
}

/** `decideNextStep` with the connection's history of ends; looks for a newer client version after `outdated`. */
export async function decideStepAfterEnd(
  deps: StepDeps,
  holder: SessionHolder,
  { reason, failures, until, version }: EndedSession,
): Promise<NextStep> {
  const now = deps.clock.now()
  const history = {
    failures,
    replacedAt: reason === 'replaced' ? [...(await listReplacements(deps, holder, now)), now] : [],
    until,
    hasNewVersion: reason === 'outdated' && (await hasNewerVersion(deps, version)),
  }
  return decideNextStep(reason, history, now, deps.chance())
}

async function hasNewerVersion({ clientVersions }: StepDeps, refused: WebVersion): Promise<boolean> {
  await clientVersions.refresh()
  return isOlder(refused, await clientVersions.readCurrent())
}

async function listReplacements(
  { db, sessionEnds }: StepDeps,
  { companyId, connectionId }: SessionHolder,
  now: Date,
): Promise<Date[]> {
  const since = new Date(now.getTime() - closeTable.replaced.plan.withinMs)
  const ends = await db.withTenant(companyId, (tx) =>
    sessionEnds.listSince(tx, companyId, connectionId, since),
  )
  return ends.flatMap((end) => (end.reason === 'replaced' ? [end.at] : []))
}

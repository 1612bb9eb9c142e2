import {
  hasErased,
  mapRetentionMonths,
  retentionField,
  retentionKinds,
  type RetentionMonths,
  type RetentionView,
} from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import type { ErasedRun } from './enforce-retention'
import { readRetention, type ReadRetentionDeps } from './read-retention'
import { noCounts, requireFilesWithinMessages, toMonths } from './retention'
import type { RetentionRule } from './retention.store'

export interface EditRetentionDeps extends ReadRetentionDeps {
  onErased(run: ErasedRun): void
  onChanged(who: Pick<Session, 'companyId' | 'userId'>, months: RetentionMonths): void
}

const ended = ({ companyId, kind, passBefore, erased }: RetentionRule): ErasedRun[] =>
  passBefore && hasErased(erased) ? [{ companyId, kind, before: passBefore, erased }] : []

/**
 * Changes the given months. A rule that changed begins anew, at once; what its run had erased by then is told.
 * @throws {AppError} ERR_VALIDATION when files would be kept longer than their messages
 */
export async function saveRetention(
  deps: EditRetentionDeps,
  session: Session,
  given: { [K in keyof RetentionMonths]?: RetentionMonths[K] | undefined },
): Promise<RetentionView> {
  const { companyId } = session
  const { runs, months, isChanged } = await deps.db.withTenant(companyId, async (tx) => {
    const rules = await deps.retentionRules.lockAll(tx, companyId)
    const known = toMonths(rules)
    const wanted = mapRetentionMonths((field) => (given[field] === undefined ? known[field] : given[field]))
    requireFilesWithinMessages(wanted)
    const changed = retentionKinds.filter(
      (kind) => known[retentionField(kind)] !== wanted[retentionField(kind)],
    )
    const before = rules.filter(({ kind }) => changed.includes(kind))
    for (const kind of changed) {
      const rule = before.find((one) => one.kind === kind)
      await deps.retentionRules.save(tx, {
        companyId,
        kind,
        erasedBefore: rule?.erasedBefore ?? null,
        lastRunAt: rule?.lastRunAt ?? null,
        erased: rule?.erased ?? noCounts,
        months: wanted[retentionField(kind)],
        nextRunAt: deps.clock.now(),
        passBefore: null,
      })
    }
    return { runs: before.flatMap(ended), months: wanted, isChanged: changed.length > 0 }
  })
  for (const run of runs) deps.onErased(run)
  if (isChanged) deps.onChanged(session, months)
  return readRetention(deps, session)
}

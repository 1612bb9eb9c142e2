import type { CompanyId } from '@balcao/contracts'

import { afterPrefix } from '../../words'
import type { TicketFilter } from '../../features/tickets/ticket.store'

/** Collects the values of a statement; answers `$n` for each. */
export class Params {
  readonly values: unknown[] = []
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/* With a known status one half of "mine or waiting" is void: saying so lets an index serve the other half. */
const isMineOnly = ({ mineOrPending, status }: TicketFilter): boolean =>
  mineOrPending !== null && status !== undefined && status !== 'pending'

function visible(p: Params, filter: TicketFilter): string[] {
  const { scope } = filter
  // What is the caller's own is visible to the caller.
  if (scope.kind === 'all' || (isMineOnly(filter) && filter.mineOrPending === scope.userId)) return []
  const own = `t.user_id = ${p.add(scope.userId)}::int`
  const queued = `t.queue_id = ANY (${p.add(scope.queueIds)}::int[])`
  const unqueued = scope.unqueued ? ' OR t.queue_id IS NULL' : ''
  return [`(${own} OR ${queued}${unqueued})`]
}

function mineOrPending(p: Params, filter: TicketFilter): string[] {
  if (filter.mineOrPending === null || filter.status === 'pending') return []
  const mine = `t.user_id = ${p.add(filter.mineOrPending)}::int`
  return [isMineOnly(filter) ? mine : `(${mine} OR t.status = 'pending')`]
}

function within(p: Params, column: string, range: { from: Date; to: Date } | undefined): string[] {
  if (!range) return []
  return [
    `t.${column} >= ${p.add(range.from)}::timestamptz AND t.${column} < ${p.add(range.to)}::timestamptz`,
  ]
}

const tagged = (p: Params, tagId: number): string =>
  `EXISTS (SELECT 1 FROM ticket_tags x WHERE x.company_id = t.company_id AND x.ticket_id = t.id AND x.tag_id = ${p.add(tagId)}::int)`

/** Everything a filter asks of a ticket `t` besides its words. The company is always `$1`. */
export function conditions(p: Params, companyId: CompanyId, filter: TicketFilter): string[] {
  const where = [`t.company_id = ${p.add(companyId)}::int`]
  if (filter.status !== undefined) where.push(`t.status = ${p.add(filter.status)}::text`)
  where.push(...visible(p, filter), ...mineOrPending(p, filter))
  if (filter.unreadOnly) where.push('t.unread_messages > 0')
  // What of the tickets without a queue may be seen has been decided by the scope.
  if (filter.queueIds)
    where.push(`(t.queue_id IS NULL OR t.queue_id = ANY (${p.add(filter.queueIds)}::int[]))`)
  if (filter.userIds.length > 0) where.push(`t.user_id = ANY (${p.add(filter.userIds)}::int[])`)
  if (filter.contactId !== undefined) where.push(`t.contact_id = ${p.add(filter.contactId)}::int`)
  where.push(...within(p, 'created_at', filter.createdIn), ...within(p, 'updated_at', filter.updatedIn))
  where.push(...filter.tagIds.map((tagId) => tagged(p, tagId)))
  return where
}

/** A prefix as a range: behind row-level security an index serves that, and no LIKE. */
export const begins = (p: Params, alias: string, word: string): string =>
  `${alias}.word >= ${p.add(word)}::text AND ${alias}.word < ${p.add(afterPrefix(word))}::text`

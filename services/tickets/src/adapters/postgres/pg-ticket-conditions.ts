import {
  exactTicketFields,
  type CompanyId,
  type ExactTicketField,
  type TicketScope,
  type TicketStatus,
} from '@balcao/contracts'
import { noSql, rawSql, sql, type Sql } from '@balcao/platform'

import type { TicketFilter } from '../../features/tickets/ticket.store'
import { tickets } from './ticket-table'

/* With a known status one half of "mine or waiting" is false: leaving it out lets an index serve the other half. */
const isMineOnly = ({ mineOrPending, asked: { status } }: TicketFilter): boolean =>
  mineOrPending !== null && status !== undefined && status !== 'pending'

/** That a ticket `t` is in the scope; none for all. */
export function inScope(scope: TicketScope): Sql[] {
  if (scope.kind === 'all') return []
  const unqueued = scope.unqueued ? sql` OR t.queue_id IS NULL` : noSql
  return [sql`(t.user_id = ${scope.userId}::int OR t.queue_id = ANY (${scope.queueIds}::int[])${unqueued})`]
}

function visible(filter: TicketFilter): Sql[] {
  const { scope } = filter
  // Callers always see their own tickets.
  if (scope.kind !== 'all' && isMineOnly(filter) && filter.mineOrPending === scope.userId) return []
  return inScope(scope)
}

function mineOrPending(filter: TicketFilter): Sql[] {
  if (filter.mineOrPending === null || filter.asked.status === 'pending') return []
  const mine = sql`t.user_id = ${filter.mineOrPending}::int`
  return [isMineOnly(filter) ? mine : sql`(${mine} OR t.status = 'pending')`]
}

function within(column: 'created_at' | 'updated_at', range: { from: Date; to: Date } | undefined): Sql[] {
  if (!range) return []
  const name = rawSql(`t.${column}`)
  return [sql`${name} >= ${range.from}::timestamptz AND ${name} < ${range.to}::timestamptz`]
}

const tagged = (tagId: number): Sql =>
  sql`EXISTS (SELECT 1 FROM ticket_tags x WHERE x.company_id = t.company_id AND x.ticket_id = t.id AND x.tag_id = ${tagId}::int)`

type Asked = TicketFilter['asked']

/* One for every field that is not compared by its value: a forgotten one does not compile. */
const byField: {
  readonly [K in Exclude<keyof Asked, ExactTicketField>]-?: (asked: Asked) => Sql[]
} = {
  withUnreadMessages: ({ withUnreadMessages }) => (withUnreadMessages ? [sql`t.unread_messages > 0`] : []),
  // Which tickets without a queue may be seen is decided by the scope.
  queueIds: ({ queueIds }) =>
    queueIds ? [sql`(t.queue_id IS NULL OR t.queue_id = ANY (${queueIds}::int[]))`] : [],
  bot: ({ bot }) => (bot ? [rawSql(`${bot === 'with' ? '' : 'NOT '}(t.chatbot OR t.use_integration)`)] : []),
  users: ({ users = [] }) => (users.length > 0 ? [sql`t.user_id = ANY (${users}::int[])`] : []),
  withoutTags: ({ withoutTags = [] }) =>
    withoutTags.length > 0
      ? [
          sql`NOT EXISTS (SELECT 1 FROM ticket_tags x
            WHERE x.company_id = t.company_id AND x.ticket_id = t.id AND x.tag_id = ANY (${withoutTags}::int[]))`,
        ]
      : [],
  kanban: ({ kanban }) => (kanban ? [rawSql(`t.status IN ('open', 'pending')`)] : []),
  tags: ({ tags = [] }) => [...new Set(tags)].map(tagged),
}

const fieldConditions = Object.values(byField)

/* As text the planner sees the status, whose values differ a thousandfold in frequency, and keeps its plan. */
const statusSql: Readonly<Record<TicketStatus, Sql>> = {
  open: rawSql(`'open'`),
  pending: rawSql(`'pending'`),
  closed: rawSql(`'closed'`),
}

const exactConditions = (asked: Asked): Sql[] =>
  exactTicketFields
    .filter((field) => asked[field] !== undefined)
    .map((field) => {
      const value = field === 'status' && asked.status ? statusSql[asked.status] : asked[field]
      return sql`t.${tickets.nameOf(field)} = ${value}`
    })

/** All conditions of a filter on a ticket `t`, except its words. */
export const ticketConditions = (companyId: CompanyId, filter: TicketFilter): Sql[] => [
  sql`t.company_id = ${companyId}::int`,
  ...exactConditions(filter.asked),
  ...visible(filter),
  ...mineOrPending(filter),
  ...fieldConditions.flatMap((condition) => condition(filter.asked)),
  ...within('created_at', filter.createdIn),
  ...within('updated_at', filter.updatedIn),
]

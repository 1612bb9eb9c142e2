import { companyId } from '@balcao/contracts'
import { column, entityOf, fixed, orNull } from '@balcao/platform'

import type { RetentionRule } from '../../features/retention/retention.store'

type StoredRule = Omit<RetentionRule, 'erased'> & {
  erasedTickets: number
  erasedMessages: number
  erasedFiles: number
  erasedBytes: number
}

export const retentionRules = entityOf<StoredRule>()(
  'retention_rules',
  {
    companyId: fixed(column.int('company_id', companyId)),
    kind: fixed(column.text('kind')),
    months: orNull(column.smallint('months')),
    nextRunAt: column.time('next_run_at'),
    passBefore: orNull(column.time('pass_before')),
    erasedBefore: orNull(column.time('erased_before')),
    lastRunAt: orNull(column.time('last_run_at')),
    erasedTickets: column.bigint('erased_tickets'),
    erasedMessages: column.bigint('erased_messages'),
    erasedFiles: column.bigint('erased_files'),
    erasedBytes: column.bigint('erased_bytes'),
  },
  { primary: ['companyId', 'kind'] },
)

export const toRule = ({
  erasedTickets: tickets,
  erasedMessages: messages,
  erasedFiles: files,
  erasedBytes: sizeBytes,
  ...rule
}: StoredRule): RetentionRule => ({ ...rule, erased: { tickets, messages, files, sizeBytes } })

export const fromRule = ({ erased, ...rule }: RetentionRule): StoredRule => ({
  ...rule,
  erasedTickets: erased.tickets,
  erasedMessages: erased.messages,
  erasedFiles: erased.files,
  erasedBytes: erased.sizeBytes,
})

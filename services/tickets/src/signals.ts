import type { CompanyId, RetentionCounts, RetentionMonths, UserId } from '@balcao/contracts'
import { counter } from '@balcao/platform'

import { auditLog, ticketsLog } from './logger'

const settingsUnavailable = counter(
  'balcao_tickets_settings_unavailable_total',
  'Settings that could not be read from auth; defaults were used',
)
const inboundIgnored = counter(
  'balcao_tickets_inbound_ignored_total',
  'Reactions, files, contents, links and changed numbers that named nothing the desk has, and calls of too many strangers, by what they were',
)

const pictureFailures = counter(
  'balcao_tickets_picture_failures_total',
  'Profile pictures that could not be brought up to date',
)

const assistantTurns = counter(
  'balcao_tickets_assistant_turns_total',
  'Messages that integrations and prompts were asked about, by kind and outcome',
)

const contactExports = counter('balcao_tickets_contact_exports_total', 'Exports of all contacts of a company')

const retentionErased = counter(
  'balcao_tickets_retention_erased_total',
  'Messages and files that companies keep no longer, by what they were',
)

interface Turn {
  companyId: CompanyId
  kind: string
  targetId: number
  tries: number
}

/** Business facts of this service, one function each. */
export const signals = {
  settingsUnavailable: (companyId: CompanyId): void => {
    settingsUnavailable.add()
    ticketsLog.warn({ companyId }, 'settings unavailable, defaults used')
  },
  pictureFailed: (companyId: CompanyId, error: unknown): void => {
    pictureFailures.add()
    ticketsLog.error({ companyId, err: error }, 'a profile picture could not be brought up to date')
  },
  assistantAnswered: (kind: string, next: string): void => {
    assistantTurns.add(1, { kind, outcome: next })
  },
  /** `failure` is a code or a status, never what a service answered. */
  assistantFailed: ({ companyId, kind, targetId, tries }: Turn, failure: string, cause: unknown): void => {
    assistantTurns.add(1, { kind, outcome: 'failed' })
    ticketsLog.warn(
      { companyId, kind, id: targetId, tries, reason: failure, err: cause },
      'an integration or prompt did not answer',
    )
  },
  assistantGaveUp: ({ companyId, kind, targetId }: Turn, failure: string): void => {
    assistantTurns.add(1, { kind, outcome: 'dead' })
    ticketsLog.error(
      { companyId, kind, id: targetId, reason: failure },
      'an integration or prompt was given up for a message',
    )
  },
  contactsExported: (who: { companyId: CompanyId; userId: UserId }): void => {
    contactExports.add()
    ticketsLog.info(who, 'all contacts are exported')
  },
  retentionChanged: (
    { companyId, userId }: { companyId: CompanyId; userId: UserId },
    { messagesMonths, mediaMonths, chatsMonths }: RetentionMonths,
  ): void => {
    auditLog.info(
      {
        companyId,
        userId,
        action: 'retention-changed',
        messagesMonthCount: messagesMonths,
        mediaMonthCount: mediaMonths,
        chatMonthCount: chatsMonths,
      },
      'how long messages and files are kept was changed',
    )
  },
  conversationsErased: ({
    companyId,
    kind,
    before,
    erased,
  }: {
    companyId: CompanyId
    kind: string
    before: Date
    erased: RetentionCounts
  }): void => {
    retentionErased.add(erased.messages, { what: 'message' })
    retentionErased.add(erased.files, { what: 'file' })
    auditLog.info(
      {
        companyId,
        action: 'retention-erased',
        kind,
        closedBeforeAt: before,
        ticketCount: erased.tickets,
        messageCount: erased.messages,
        fileCount: erased.files,
        sizeBytes: erased.sizeBytes,
      },
      'messages or files were erased, as the company set it',
    )
  },
  inboundIgnored: ({
    companyId,
    what,
  }: {
    companyId: CompanyId
    what: 'reaction' | 'media' | 'content' | 'link' | 'call' | 'number-change'
  }): void => {
    inboundIgnored.add(1, { what })
    ticketsLog.debug({ companyId, what }, 'ignored: it names nothing we have, or too many strangers call')
  },
}

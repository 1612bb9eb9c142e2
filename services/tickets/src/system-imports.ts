import { contactId, queueId, quickMessageId, tagId, ticketId, type CompanyId } from '@balcao/contracts'

import { PgImportedConversations } from './adapters/postgres/pg-imported-conversations'
import { PgSystemImportStore } from './adapters/postgres/pg-system-import-store'
import { queueDeleted } from './features/queues'
import { quickMessageDeleted, shortcodeKey } from './features/quick-messages'
import {
  importContacts,
  importConversations,
  importQueueOptions,
  importQueues,
  importQuickMessages,
  importTags,
  judgeConversations,
  type ContactBatch,
  type ConversationBatch,
  type ImportedQueue,
  type ImportedQueueOption,
  type ImportedQuickMessage,
  type ImportedTag,
  type ImportRow,
  type ImportScope,
  type SystemImport,
} from './features/system-imports'
import { tagDeleted } from './features/tags'
import type { TicketsDeps } from './service'

export {
  begunRow,
  buildMessageId,
  importedKinds,
  joinedRow,
  madeRow,
  skippedRow,
  toTicketRows,
  type ImportedContact,
  type ImportedKind,
  type ImportedMessage,
  type ImportedNote,
  type ImportedTicket,
  type ImportRow,
  type ImportScope,
  type SystemImport,
} from './features/system-imports'

const ROWS_AT_ONCE = 10_000
const TICKETS_AT_ONCE = 2_000

type UsedKind = 'queue' | 'user' | 'tag' | 'connection'

const addImportStores = (wired: TicketsDeps) => ({
  ...wired,
  systemImports: new PgSystemImportStore(),
  conversations: new PgImportedConversations(),
})

type ImportDeps = ReturnType<typeof addImportStores>

async function listRows(deps: ImportDeps, { companyId, importId }: ImportScope): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  for (;;) {
    const page = await deps.db.withTenant(companyId, (tx) =>
      deps.systemImports.listRows(tx, companyId, importId, { after: rows.at(-1), most: ROWS_AT_ONCE }),
    )
    for (const row of page) rows.push(row)
    if (page.length < ROWS_AT_ONCE) return rows
  }
}

const createImportRows = (deps: ImportDeps) => ({
  begin: (companyId: CompanyId, source: string) =>
    deps.db.withTenant(companyId, (tx) => deps.systemImports.begin(tx, companyId, source, deps.clock.now())),
  find: ({ companyId, importId }: ImportScope) =>
    deps.db.withTenant(companyId, (tx) => deps.systemImports.find(tx, companyId, importId)),
  setStatus: ({ companyId, importId }: ImportScope, status: SystemImport['status']) =>
    deps.db.withTenant(companyId, (tx) =>
      deps.systemImports.setStatus(tx, companyId, importId, { status, now: deps.clock.now() }),
    ),
  listRows: (scope: ImportScope) => listRows(deps, scope),
  addRows: ({ companyId, importId }: ImportScope, rows: readonly ImportRow[]) =>
    deps.db.withTenant(companyId, (tx) => deps.systemImports.add(tx, companyId, importId, rows)),
  settleRow: ({ companyId, importId }: ImportScope, row: ImportRow) =>
    deps.db.withTenant(companyId, (tx) => deps.systemImports.settle(tx, companyId, importId, row)),
  removeRows: ({ companyId, importId }: ImportScope, rows: readonly ImportRow[]) =>
    deps.db.withTenant(companyId, (tx) => deps.systemImports.remove(tx, companyId, importId, rows)),
})

const createRecordImports = (deps: ImportDeps) => ({
  importQueues: (scope: ImportScope, records: readonly ImportedQueue[]) => importQueues(deps, scope, records),
  importQueueOptions: (scope: ImportScope, records: readonly ImportedQueueOption[]) =>
    importQueueOptions(deps, scope, records),
  importTags: (scope: ImportScope, records: readonly ImportedTag[]) => importTags(deps, scope, records),
  importQuickMessages: (scope: ImportScope, records: readonly ImportedQuickMessage[]) =>
    importQuickMessages(deps, scope, records),
  importContacts: (batch: ContactBatch) => importContacts(deps, batch),
  importConversations: (batch: ConversationBatch) => importConversations(deps, batch),
  judgeConversations: (batch: Pick<ConversationBatch, 'companyId' | 'tickets'>, busy: Set<string>) =>
    judgeConversations(deps, batch, busy),
})

const createDeskQueries = (deps: ImportDeps) => ({
  /** What is here under these names; keys as they are compared. */
  listNames: (companyId: CompanyId) =>
    deps.db.withTenant(companyId, async (tx) => {
      return {
        queues: (await deps.queues.list(tx, companyId)).map(({ id, name }) => ({ id, name })),
        tags: (await deps.tags.list(tx, companyId, '', ROWS_AT_ONCE)).map(({ id, name }) => ({ id, name })),
        shortcodes: (await deps.quickMessages.listEvery(tx, companyId)).map(
          ({ shortcode, userId, isCompanyWide }) => ({
            key: shortcodeKey(shortcode),
            userId,
            isCompanyWide,
          }),
        ),
      }
    }),
  shortcodeKey,
  /** The contacts here by the `kind:value` of these identities. */
  listKnownIdentities: (
    companyId: CompanyId,
    identities: Parameters<TicketsDeps['contacts']['listByIdentities']>[2],
  ) =>
    deps.db.withTenant(companyId, async (tx) => {
      const known = await deps.contacts.listByIdentities(tx, companyId, identities)
      return new Map<string, number>(
        known.map(({ identity, contact }) => [`${identity.kind}:${identity.value}`, contact.id]),
      )
    }),
  /** Those of the tickets that are here, and their messages. */
  async countStored(
    companyId: CompanyId,
    ticketIds: readonly number[],
  ): Promise<{ tickets: number; messages: number }> {
    const total = { tickets: 0, messages: 0 }
    for (let from = 0; from < ticketIds.length; from += TICKETS_AT_ONCE) {
      const ids = ticketIds.slice(from, from + TICKETS_AT_ONCE)
      const part = await deps.db.withTenant(companyId, (tx) =>
        deps.conversations.countStored(tx, companyId, ids),
      )
      total.tickets += part.tickets
      total.messages += part.messages
    }
    return total
  },
  listUsed: (companyId: CompanyId, kind: UsedKind, ids: readonly number[]) =>
    deps.db.withTenant(companyId, (tx) => deps.conversations.listUsed(tx, companyId, kind, ids)),
})

const createDeletions = (deps: ImportDeps) => ({
  /** Deletes those of the tickets that nobody touched since, and the rows of them and their notes; answers their rows. */
  deleteTickets: ({ companyId, importId }: ImportScope, rows: readonly ImportRow[]) =>
    deps.db.withTenant(companyId, async (tx) => {
      const ids = rows.filter(({ kind }) => kind === 'ticket').map(({ ourId = 0 }) => ticketId(ourId))
      const untouched = await deps.conversations.lockUntouched(tx, companyId, ids)
      await deps.conversations.deleteTickets(tx, companyId, [...untouched])
      const gone = rows.filter(({ ourId = 0 }) => untouched.has(ticketId(ourId)))
      await deps.systemImports.remove(tx, companyId, importId, gone)
      return gone
    }),
  deleteContacts: ({ companyId, importId }: ImportScope, rows: readonly ImportRow[]) =>
    deps.db.withTenant(companyId, async (tx) => {
      const ids = rows.map(({ ourId = 0 }) => contactId(ourId))
      const deleted = await deps.conversations.deleteUnusedContacts(tx, companyId, ids)
      const gone = rows.filter(({ ourId = 0 }) => deleted.has(ourId))
      await deps.systemImports.remove(tx, companyId, importId, gone)
      return gone
    }),
  deleteTag: ({ companyId }: ImportScope, id: number) =>
    deps.db.withTenant(companyId, async (tx) => {
      if (await deps.tags.delete(tx, companyId, tagId(id)))
        await deps.events.append(tx, [tagDeleted(deps, companyId, id)])
    }),
  deleteQueue: ({ companyId }: ImportScope, id: number) =>
    deps.db.withTenant(companyId, async (tx) => {
      deps.queues.lockCompany(tx, companyId)
      await deps.queues.delete(tx, companyId, queueId(id))
      await deps.events.append(tx, [queueDeleted(deps, companyId, id)])
    }),
  deleteQuickMessage: ({ companyId }: ImportScope, id: number) =>
    deps.db.withTenant(companyId, async (tx) => {
      const known = await deps.quickMessages.lockAny(tx, companyId, quickMessageId(id))
      if (!known) return
      await deps.quickMessages.delete(tx, companyId, known.id)
      await deps.events.append(tx, [quickMessageDeleted(deps, known)])
    }),
})

/** What tickets keeps of an import of another system, and how it is written: for the import, which runs beside the desk. */
export function openSystemImports(wired: TicketsDeps) {
  const deps = addImportStores(wired)
  return {
    ...createImportRows(deps),
    ...createRecordImports(deps),
    ...createDeskQueries(deps),
    ...createDeletions(deps),
    close: () => wired.close(),
  }
}

/** See `openSystemImports`. */
export type SystemImports = ReturnType<typeof openSystemImports>

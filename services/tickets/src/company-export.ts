import { messageId, type CompanyId } from '@balcao/contracts'
import type { Database, ExportPart } from '@balcao/kernel'
import { exportTable, type ExportedRow } from '@balcao/platform'

import { entities } from './adapters/postgres/tables'
import type { MessageDocuments } from './features/messages'

export interface ExportCompanyDeps {
  db: Database
  documents: MessageDocuments
}

/* As many documents as are read at once. */
const MESSAGES_AT_ONCE = 100

/* Columns for searches and comparisons. */
const KEYS = ['search_text', 'name_key', 'color_key', 'shortcode_key', 'words']

/* Copies of what others own, work in progress, and messages, which have documents. */
const APART = ['assistant_turns', 'connections', 'contact_sends', 'messages']

const TABLES = [
  ...entities.map(({ options }) => options.name).filter((name) => !APART.includes(name)),
  // Without a map.
  'contact_identities',
  'contact_extra_info',
  'contact_merges',
  'former_identities',
  'internal_chat_members',
  'prompt_usage',
  'system_import_rows',
  'ticket_log',
  'ticket_tags',
  'ticket_trackings',
  'user_ratings',
]

/* A message with its document, wherever documents are. */
const addDocuments =
  ({ documents }: ExportCompanyDeps) =>
  async (companyId: CompanyId, rows: readonly ExportedRow[]): Promise<ExportedRow[]> => {
    const ids = rows.map(({ id }) => messageId(String(id)))
    const known = await documents.get(companyId, ids)
    return rows.map((row, index) => {
      const id = ids[index]
      return { ...row, document: (id && known.get(id)) ?? null }
    })
  }

/** Contacts, tickets, messages with their texts, notes, tags, queues, quick messages, assistants without keys, and internal chats. */
export const ticketsCompanyExport = (deps: ExportCompanyDeps): ExportPart[] => [
  ...TABLES.map((table) => exportTable(deps.db, table, { without: KEYS })),
  // The address of the other system's database is the operator's.
  exportTable(deps.db, 'system_imports', { without: ['source'] }),
  exportTable(deps.db, 'messages', {
    without: KEYS,
    size: MESSAGES_AT_ONCE,
    present: addDocuments(deps),
  }),
]

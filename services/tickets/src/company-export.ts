import { messageId, type CompanyId } from '@balcao/contracts'
import type { Database, ExportPart } from '@balcao/kernel'
import { exportTable, type ExportedRow } from '@balcao/platform'

import type { MessageDocuments } from './features/messages'

export interface ExportCompanyDeps {
  db: Database
  documents: MessageDocuments
}

/* As many documents as are read at once. */
const MESSAGES_AT_ONCE = 100

/* Columns for searches and comparisons. */
const KEYS = ['search_text', 'name_key', 'color_key', 'shortcode_key', 'words']

const TABLES = [
  'campaign_messages',
  'contacts',
  'contact_identities',
  'contact_extra_info',
  'contact_merges',
  'contact_number_changes',
  'former_identities',
  'contact_exports',
  'contact_imports',
  'tickets',
  'ticket_tags',
  'ticket_notes',
  'ticket_log',
  'ticket_trackings',
  'user_ratings',
  'tags',
  'queues',
  'queue_options',
  'quick_messages',
  'queue_integrations',
  'prompts',
  'prompt_usage',
  'internal_chats',
  'internal_chat_members',
  'internal_chat_messages',
  'system_import_rows',
  'message_prices',
  'price_lists',
  'message_budget_marks',
  'retention_rules',
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

import type { Database, ExportPart } from '@balcao/kernel'
import { exportTable } from '@balcao/platform'

/**
 * The numbers with their texts and message templates, the webhooks of delivery, and the names in the phones' address books. What a linked phone is
 * unlocked with is nobody's to take along, and what only moves messages says nothing to a reader.
 */
export const gatewayCompanyExport = (db: Database): ExportPart[] => [
  exportTable(db, 'connections', {
    without: ['qrcode', 'passkey', 'wanted', 'command', 'command_number', 'to_announce'],
  }),
  exportTable(db, 'delivery_webhooks'),
  exportTable(db, 'address_book'),
  exportTable(db, 'message_templates'),
]

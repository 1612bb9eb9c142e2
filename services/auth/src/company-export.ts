import type { Database, ExportPart } from '@balcao/kernel'
import { exportTable } from '@balcao/platform'

import type { SettingStore } from './features/settings'

/** The company, its users without passwords, its API keys without what they are checked by, and its settings without keys. Sessions and codes are nobody's to take along. */
export const authCompanyExport = (db: Database, isSealed: SettingStore['isSealed']): ExportPart[] => [
  exportTable(db, 'companies', { without: ['name_key'] }),
  exportTable(db, 'users'),
  exportTable(db, 'user_queues'),
  exportTable(db, 'api_keys', { without: ['hash'] }),
  exportTable(db, 'settings', {
    present: (_companyId, rows) =>
      Promise.resolve(rows.map((row) => (isSealed(String(row.value)) ? { ...row, value: null } : row))),
  }),
]

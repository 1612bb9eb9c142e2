import type { Database, ExportPart } from '@balcao/kernel'
import { exportTable } from '@balcao/platform'

/* Columns for searches and for the work of jobs. */
const SEARCH = ['search_text', 'number_key']
const WORK = ['former_keys', 'claimed_at', 'look_at', 'unannounced', 'late_ms', 'late_count']

/** Campaigns with each of their contacts, contact lists, files, schedules, and who asked for no more messages. */
export const campaignsCompanyExport = (db: Database): ExportPart[] =>
  [
    'campaigns',
    'campaign_items',
    'campaign_settings',
    'contact_lists',
    'contact_list_items',
    'contact_imports',
    'file_lists',
    'schedules',
  ]
    .map((table) => exportTable(db, table, { without: [...SEARCH, ...WORK] }))
    .concat(exportTable(db, 'opt_outs'))

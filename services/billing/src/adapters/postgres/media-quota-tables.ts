import { companyId, type CompanyId } from '@balcao/contracts'
import { column, fixed, orNull, tableOf } from '@balcao/platform'

export interface MediaAccountRow {
  companyId: CompanyId
  usedBytes: number
  countedAt: Date | null
  refusedAt: Date | null
  refusedBytes: number
}

export interface MediaFileRow {
  companyId: CompanyId
  key: string
  sizeBytes: number
  /** Null: stored with this size. */
  unsettledAt: Date | null
}

export const mediaAccounts = tableOf<MediaAccountRow>()(
  'media_accounts',
  {
    companyId: fixed(column.int('company_id', companyId)),
    usedBytes: column.bigint('used_bytes'),
    countedAt: orNull(column.time('counted_at')),
    refusedAt: orNull(column.time('refused_at')),
    refusedBytes: column.bigint('refused_bytes'),
  },
  { primary: ['companyId'] },
)

export const mediaFiles = tableOf<MediaFileRow>()(
  'media_files',
  {
    companyId: fixed(column.int('company_id', companyId)),
    key: fixed(column.text('key')),
    sizeBytes: column.bigint('size_bytes'),
    unsettledAt: orNull(column.time('unsettled_at')),
  },
  { primary: ['companyId', 'key'] },
)

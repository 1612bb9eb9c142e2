import type { CompanyId, MediaWait } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { MediaFetch, MediaFetchStore } from '../../features/inbound/media-fetch.store'
import { mediaFetches } from './media-fetch-table'
import { PgFollowUpStore } from './pg-follow-up-store'

/** Downloads of files that have not been stored yet. */
export class PgMediaFetchStore extends PgFollowUpStore<MediaFetch> implements MediaFetchStore {
  constructor() {
    super(mediaFetches)
  }

  async setWait(tx: Tx, companyId: CompanyId, id: string, wait: MediaWait): Promise<boolean> {
    const changed = await execute(
      tx,
      sql`UPDATE media_fetches SET wait = ${wait} WHERE company_id = ${companyId} AND id = ${id} AND wait <> ${wait}`,
    )
    return changed === 1
  }
}

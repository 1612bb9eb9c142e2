import type { MediaFetch, MediaFetchStore } from '../../features/inbound/media-fetch.store'
import { mediaFetches } from './media-fetch-table'
import { PgFollowUpStore } from './pg-follow-up-store'

/** Downloads of files that have not been stored yet. */
export class PgMediaFetchStore extends PgFollowUpStore<MediaFetch> implements MediaFetchStore {
  constructor() {
    super(mediaFetches)
  }
}

import { column, fixed, orUndefined, tableOf } from '@balcao/platform'

import type { MediaFetch } from '../../features/inbound/media-fetch.store'
import { followUpColumns, type StoredFollowUp } from './follow-up-columns'

export const mediaFetches = tableOf<StoredFollowUp<MediaFetch>>()(
  'media_fetches',
  {
    ...followUpColumns,
    kind: fixed(column.text('kind')),
    name: fixed(column.text('name')),
    durationSeconds: fixed(column.int('duration_seconds')),
    waveform: fixed(orUndefined(column.text('waveform'))),
    thumbnail: fixed(orUndefined(column.text('thumbnail'))),
    reference: fixed(column.bytes('ticket')),
    wait: column.text('wait'),
  },
  { unmapped: ['created_at'] },
)

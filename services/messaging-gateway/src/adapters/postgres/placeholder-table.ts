import { tableOf } from '@balcao/platform'

import { followUpColumns, type StoredFollowUp } from './follow-up-columns'

export const placeholders = tableOf<StoredFollowUp>()('placeholders', followUpColumns, {
  unmapped: ['created_at'],
})

import { announcementId } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, entityOf, fixed, generated, orNull } from '@balcao/platform'

import type { Announcement } from '../../features/announcements/announcement.store'

export const announcements = entityOf<Announcement>()(
  'announcements',
  {
    id: generated(column.int('id', announcementId)),
    title: column.text('title'),
    text: column.text('text'),
    priority: column.smallint('priority'),
    isActive: column.bool('is_active'),
    media: orNull(column.jsonb('media')),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
  },
  { derived: { search_text: { type: 'text', from: ({ title }) => foldText(title) } } },
)

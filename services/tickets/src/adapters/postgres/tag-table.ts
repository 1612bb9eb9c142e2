import type { TagSnapshot } from '@balcao/contracts/wire'
import { column, entityOf, fixed, generated, orUndefined } from '@balcao/platform'

import { tagKey } from '../../features/tags/tag.store'

export const tags = entityOf<TagSnapshot>()(
  'tags',
  {
    id: generated(column.int('id')),
    companyId: fixed(column.int('company_id')),
    name: column.text('name'),
    color: column.text('color'),
    kanban: column.smallint('kanban'),
    userId: orUndefined(column.int('user_id')),
  },
  { derived: { name_key: { type: 'text', from: ({ name }) => tagKey(name) } } },
)

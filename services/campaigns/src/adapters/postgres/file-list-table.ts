import { companyId, fileListId, userId } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, entityOf, fixed, generated } from '@balcao/platform'

import type { FileList } from '../../features/files/file-list.store'

export const fileLists = entityOf<FileList>()(
  'file_lists',
  {
    id: generated(column.int('id', fileListId)),
    companyId: fixed(column.int('company_id', companyId)),
    userId: fixed(column.int('user_id', userId)),
    name: column.text('name'),
    message: column.text('message'),
    options: column.jsonb('options'),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
  },
  { derived: { search_text: { type: 'text', from: ({ name }) => foldText(name) } } },
)

import { column, entityOf, fixed, generated, orUndefined, tableOf } from '@balcao/platform'

import type { QueueOption } from '../../features/queues/queue-option.store'

export const queueOptions = entityOf<QueueOption>()('queue_options', {
  id: generated(column.int('id')),
  companyId: fixed(column.int('company_id')),
  queueId: fixed(column.int('queue_id')),
  parentId: orUndefined(column.int('parent_id')),
  title: column.text('title'),
  message: column.text('message'),
  position: column.int('position'),
  media: orUndefined(column.jsonb('media')),
})

/** Read for every message that a bot answers. */
export const queueOptionTable = tableOf(queueOptions)

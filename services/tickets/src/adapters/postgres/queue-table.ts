import type { QueueSnapshot } from '@balcao/contracts/wire'
import { column, entityOf, fixed, generated, orUndefined, tableOf } from '@balcao/platform'

import { colorKey, nameKey } from '../../features/queues/queue.store'

export const queues = entityOf<QueueSnapshot>()(
  'queues',
  {
    id: generated(column.int('id')),
    companyId: fixed(column.int('company_id')),
    name: column.text('name'),
    color: column.text('color'),
    greetingMessage: column.text('greeting_message'),
    outOfHoursMessage: column.text('out_of_hours_message'),
    orderQueue: column.int('order_queue'),
    schedules: column.jsonb('schedules'),
    promptId: orUndefined(column.int('prompt_id')),
    integrationId: orUndefined(column.int('integration_id')),
    timeZone: orUndefined(column.text('time_zone')),
    media: orUndefined(column.jsonb('media')),
  },
  {
    derived: {
      name_key: { type: 'text', from: ({ name }) => nameKey(name) },
      color_key: { type: 'text', from: ({ color }) => colorKey(color) },
    },
  },
)

/** Read for every message that a bot answers. */
export const queueTable = tableOf(queues)

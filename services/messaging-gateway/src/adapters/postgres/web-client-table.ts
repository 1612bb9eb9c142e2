import { column, converted, entityOf, orUndefined } from '@balcao/platform'

import type { KnownWebVersion, WebVersion } from '../../features/client-version/web-version.store'

interface WebClient extends KnownWebVersion {
  /** The key of the only row. */
  one: boolean
}

const version = converted(column.bigints('version'), {
  read: ([primary = 0, secondary = 0, revision = 0]): WebVersion => [primary, secondary, revision],
  write: (known) => known,
})

export const webClient = entityOf<WebClient>()(
  'web_client',
  {
    one: column.bool('one'),
    version: orUndefined(version),
    checkedAt: orUndefined(column.time('checked_at')),
    failedAt: orUndefined(column.time('failed_at')),
  },
  { primary: ['one'] },
)

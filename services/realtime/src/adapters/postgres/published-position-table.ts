import { companyId } from '@balcao/contracts'
import { column, entityOf, fixed, repositoriesOf } from '@balcao/platform'

import type { PublishedPosition } from '../../features/webhooks/published-position.store'

export const publishedPositions = entityOf<PublishedPosition>()(
  'published_positions',
  {
    companyId: fixed(column.int('company_id', companyId)),
    seq: column.bigint('seq'),
  },
  { primary: ['companyId'] },
)

export const publishedPositionTables = [publishedPositions]

export const repositoryOf = repositoriesOf(publishedPositionTables)

import { helpId } from '@balcao/contracts'
import { column, entityOf, generated } from '@balcao/platform'

import type { Help } from '../../features/helps/help.store'

export const helps = entityOf<Help>()('helps', {
  id: generated(column.int('id', helpId)),
  title: column.text('title'),
  description: column.text('description'),
  video: column.text('video'),
})

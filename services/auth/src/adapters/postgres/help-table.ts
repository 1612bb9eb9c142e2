import { helpId } from '@balcao/contracts'
import { column, generated, tableOf } from '@balcao/platform'

import type { Help } from '../../features/helps/help.store'

export const helps = tableOf<Help>()('helps', {
  id: generated(column.int('id', helpId)),
  title: column.text('title'),
  description: column.text('description'),
  video: column.text('video'),
})

import type { TagView } from '@balcao/contracts'

import type { NewTag } from '../../data/tags.api'
import { palette } from '../../ui/palette'

export interface TagValues {
  name: string
  color: string
  isLane: boolean
}

export const toTagValues = (tag: TagView | undefined): TagValues => ({
  name: tag?.name ?? '',
  color: tag?.color ?? palette[0] ?? '',
  isLane: tag?.kanban === 1,
})

/** `kanban` is left out for those who may not set it. */
export const toTagBody = ({ name, color, isLane }: TagValues, maySetLane: boolean): NewTag => ({
  name: name.trim(),
  color: color.trim(),
  ...(maySetLane && { kanban: isLane ? 1 : 0 }),
})

const nameKey = (name: string) => name.trim().normalize('NFC').toLowerCase()

/** A POST with a known name answers the known tag: a dialog that adds must not. */
export const isNameTaken = (tags: readonly TagView[], name: string, ownId: number | undefined): boolean =>
  tags.some((tag) => tag.id !== ownId && nameKey(tag.name) === nameKey(name))

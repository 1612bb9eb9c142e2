import type { CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type TagSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

interface Stamp {
  ids: Ids
  clock: Clock
}

/** The tag's present state. */
export const tagChanged = (
  stamp: Stamp,
  companyId: CompanyId,
  { tag, created }: { tag: TagSnapshot; created: boolean },
): DeskEvent => deskEvent(stamp, orderingKeys.tag(companyId, tag.id), 'tagChanged', { tag, created })

export const tagDeleted = (stamp: Stamp, companyId: CompanyId, tagId: number): DeskEvent =>
  deskEvent(stamp, orderingKeys.tag(companyId, tagId), 'tagDeleted', { tagId })

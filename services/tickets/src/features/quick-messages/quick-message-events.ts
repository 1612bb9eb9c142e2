import { deskEvent, orderingKeys, type DeskEvent, type QuickMessageSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { QuickMessage } from './quick-message'

interface Stamp {
  ids: Ids
  clock: Clock
}

export const toQuickMessageSnapshot = ({ media, ...quickMessage }: QuickMessage): QuickMessageSnapshot => ({
  ...quickMessage,
  ...(media && { media }),
})

export const quickMessageChanged = (
  stamp: Stamp,
  quickMessage: QuickMessage,
  before: QuickMessage | undefined,
): DeskEvent =>
  deskEvent(
    stamp,
    orderingKeys.quickMessage(quickMessage.companyId, quickMessage.id),
    'quickMessageChanged',
    {
      quickMessage: toQuickMessageSnapshot(quickMessage),
      created: before === undefined,
      wasCompanyWide: before?.isCompanyWide ?? false,
    },
  )

export const quickMessageDeleted = (
  stamp: Stamp,
  { id, companyId, userId, isCompanyWide }: QuickMessage,
): DeskEvent =>
  deskEvent(stamp, orderingKeys.quickMessage(companyId, id), 'quickMessageDeleted', {
    quickMessageId: id,
    userId,
    isCompanyWide,
  })

import { deskEvent } from '@balcao/contracts/wire'
import type { ServicePorts } from '@balcao/kernel'

import { bareMimeType } from '../../bare-mime-type'
import { readWithin } from '../../read-up-to'
import {
  MAX_THUMBNAIL_PDF_BYTES,
  THUMBNAIL_SIDE,
  type MediaPreviews,
  type OutboundMedia,
} from '../whatsapp-driver'
import { orderingKey } from './outbound-events'
import type { OutboundRow } from './outbound.store'

export interface PageDeps extends Pick<ServicePorts, 'db' | 'events' | 'ids' | 'clock'> {
  previews: Pick<MediaPreviews, 'document'>
}

/**
 * The first page of a file that is being sent. The desk is told before it is answered, unless a campaign sends it.
 * Undefined for other files than PDFs and when it cannot be drawn.
 */
export async function drawFirstPage(
  deps: PageDeps,
  row: OutboundRow,
  media: OutboundMedia,
): Promise<Buffer | undefined> {
  if (bareMimeType(media.mimeType) !== 'application/pdf') return undefined
  const page = await deps.previews.document({
    companyId: row.companyId,
    read: () => readWithin(media, MAX_THUMBNAIL_PDF_BYTES),
    maxSide: THUMBNAIL_SIDE,
  })
  if (!page || row.campaignId !== undefined) return page
  const drawn = { messageId: row.messageId, thumbnail: page.toString('base64') }
  await deps.db.withTenant(row.companyId, (tx) =>
    deps.events.append(tx, [deskEvent(deps, orderingKey(row), 'outboundPageDrawn', drawn)]),
  )
  return page
}

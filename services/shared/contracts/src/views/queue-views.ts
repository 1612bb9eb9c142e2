import type { Media } from '../gen/desk/messaging/v1/messaging_events'
import type { QueueSnapshot, QuickMessageSnapshot, TagSnapshot } from '../gen/desk/tickets/v1/tickets_events'
import { weekdays } from '../http/business-hours'
import type { QueueOptionView } from '../http/queue-options.routes'
import type { QueueView } from '../http/queues.routes'
import type { QuickMessageView } from '../http/quick-messages.routes'
import type { TagView } from '../http/tags.routes'
import { companyId } from '../ids/ids'
import { mediaView } from './media-view'
import { parseOneOf, type SignMedia } from './view-fields'

const mediaLink = (company: number, media: Media | undefined, sign: SignMedia) => ({
  mediaPath: media
    ? sign(companyId(company), media.key, { name: media.name, mimeType: media.mimeType })
    : null,
  mediaName: media?.name ?? null,
})

export const queueView = (queue: QueueSnapshot, sign: SignMedia): QueueView => ({
  id: queue.id,
  name: queue.name,
  color: queue.color,
  greetingMessage: queue.greetingMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  orderQueue: queue.orderQueue,
  schedules: queue.schedules.map(({ weekday, weekdayEn, startTime, endTime }) => ({
    weekday,
    weekdayEn: parseOneOf(weekdays, weekdayEn, 'monday'),
    startTime,
    endTime,
  })),
  promptId: queue.promptId ?? null,
  integrationId: queue.integrationId ?? null,
  timeZone: queue.timeZone ?? null,
  ...mediaLink(queue.companyId, queue.media, sign),
  companyId: queue.companyId,
})

/** An option of a queue's tree as tickets stores it. */
export interface QueueOptionSnapshot {
  id: number
  companyId: number
  queueId: number
  parentId: number | undefined
  title: string
  message: string
  /** From 1 among the children of its parent; what a customer answers to choose it. */
  position: number
  media: Media | undefined
}

export const queueOptionView = (option: QueueOptionSnapshot, sign: SignMedia): QueueOptionView => ({
  id: option.id,
  queueId: option.queueId,
  parentId: option.parentId ?? null,
  title: option.title,
  message: option.message,
  option: String(option.position),
  ...mediaLink(option.companyId, option.media, sign),
})

export const tagView = (tag: TagSnapshot): TagView => ({
  id: tag.id,
  name: tag.name,
  color: tag.color,
  kanban: tag.kanban,
  userId: tag.userId ?? null,
})

export function quickMessageView(quickMessage: QuickMessageSnapshot, sign: SignMedia): QuickMessageView {
  const company = companyId(quickMessage.companyId)
  const stored = quickMessage.media?.key ? quickMessage.media : undefined
  const media = stored ? mediaView(company, stored, sign) : null
  return {
    id: quickMessage.id,
    shortcode: quickMessage.shortcode,
    message: quickMessage.message,
    geral: quickMessage.isCompanyWide,
    status: quickMessage.isActive,
    // Pages that send the message fetch its file from here.
    mediaPath: stored
      ? sign(company, stored.key, { name: stored.name, mimeType: stored.mimeType, isFetched: true })
      : null,
    mediaName: media?.name ?? null,
    isMedia: media !== null,
    media,
    userId: quickMessage.userId,
    companyId: quickMessage.companyId,
  }
}

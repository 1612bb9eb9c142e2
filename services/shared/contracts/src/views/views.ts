import type { UserSnapshot } from '../gen/desk/auth/v1/auth_events'
import type { Plan } from '../gen/desk/billing/v1/billing'
import type { InvoiceSnapshot } from '../gen/desk/billing/v1/billing_events'
import type {
  CampaignSnapshot,
  ContactListItemSnapshot,
  ContactListSnapshot,
  ScheduleSnapshot,
} from '../gen/desk/campaigns/v1/campaigns_events'
import type { AdReply, ConnectionSnapshot, Location, Media } from '../gen/desk/messaging/v1/messaging_events'
import type {
  ContactImport,
  ContactSnapshot,
  MessageSnapshot,
  QueueSnapshot,
  QuickMessageSnapshot,
  Reaction,
  TagSnapshot,
  TicketSnapshot,
} from '../gen/desk/tickets/v1/tickets_events'
import { campaignStatuses, campaignStops, type CampaignView } from '../http/campaigns.routes'
import { weekdays } from '../http/business-hours'
import {
  connectionProviders,
  connectionStatuses,
  newChatHolds,
  sessionEnds,
  type ConnectionView,
} from '../http/connections.routes'
import { contactImportStatuses, type ContactImportView } from '../http/contact-imports.routes'
import type {
  ContactListImportView,
  ContactListItemView,
  ContactListView,
} from '../http/contact-lists.routes'
import type { ContactView } from '../http/contacts.routes'
import {
  mediaStates,
  messageMarks,
  type AdView,
  type MediaView,
  type MessageView,
  type ReactionView,
} from '../http/messages.routes'
import type { PlanView } from '../http/plans.routes'
import type { QueueOptionView } from '../http/queue-options.routes'
import type { QueueView } from '../http/queues.routes'
import type { QuickMessageView } from '../http/quick-messages.routes'
import { scheduleStatuses, type ScheduleView } from '../http/schedules.routes'
import type { TagView } from '../http/tags.routes'
import { messageKinds, ticketStatuses, type TicketView } from '../http/tickets.routes'
import { companyId, type CompanyId } from '../ids/ids'
import type { InvoiceEvent, UserEventView } from '../sockets/channels'

/* Snapshot → JSON, for HTTP answers and socket payloads. The wire's spellings stay here. */

/** Signs a link to a media object; the kernel's `MediaLinks.sign`. */
export type SignMedia = (
  companyId: CompanyId,
  key: string,
  options?: { name?: string; mimeType?: string },
) => string

const parseOneOf = <T extends string>(allowed: readonly T[], value: string, fallback: T): T =>
  allowed.find((candidate) => candidate === value) ?? fallback

const iso = (date: Date | undefined): string => (date ?? new Date(0)).toISOString()
const isoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null

export function contactView(contact: ContactSnapshot, sign: SignMedia): ContactView {
  const picture = contact.pictureKey ? sign(companyId(contact.companyId), contact.pictureKey) : null
  return {
    id: contact.id,
    uuid: contact.uuid,
    name: contact.name,
    number: contact.number,
    email: contact.email,
    profilePicUrl: picture,
    urlPicture: picture,
    isGroup: contact.isGroup,
    companyId: contact.companyId,
    extraInfo: contact.extraInfo.map(({ id, name, value }) => ({ id, name, value })),
    whatsapp: contact.connection ? { id: contact.connection.id, name: contact.connection.name } : null,
    createdAt: iso(contact.createdAt),
    updatedAt: iso(contact.updatedAt),
  }
}

export function ticketView(ticket: TicketSnapshot, sign: SignMedia): TicketView {
  if (!ticket.contact) throw new Error('a ticket snapshot without its contact')
  return {
    id: ticket.id,
    uuid: ticket.uuid,
    status: parseOneOf(ticketStatuses, ticket.status, 'pending'),
    companyId: ticket.companyId,
    userId: ticket.user?.id ?? null,
    user: ticket.user ? { id: ticket.user.id, name: ticket.user.name } : null,
    queueId: ticket.queue?.id ?? null,
    queue: ticket.queue ? { id: ticket.queue.id, name: ticket.queue.name, color: ticket.queue.color } : null,
    whatsappId: ticket.connection?.id ?? null,
    whatsapp: ticket.connection ? { id: ticket.connection.id, name: ticket.connection.name } : null,
    contactId: ticket.contact.id,
    contact: contactView(ticket.contact, sign),
    tags: ticket.tags.map(({ id, name, color }) => ({ id, name, color })),
    lastMessage: ticket.lastMessage,
    lastMessageKind: parseOneOf(messageKinds, ticket.lastMessageKind, 'chat'),
    lastMessageFromMe: ticket.lastMessageFromMe,
    lastMessageAck: ticket.lastMessageAck,
    lastMessageUser: ticket.lastMessageUser
      ? { id: ticket.lastMessageUser.id, name: ticket.lastMessageUser.name }
      : null,
    lastMessageAt: iso(ticket.lastMessageAt ?? ticket.updatedAt),
    unreadMessages: ticket.unreadMessages,
    isGroup: ticket.isGroup,
    chatbot: ticket.chatbot,
    useIntegration: ticket.useIntegration,
    promptId: ticket.promptId ?? null,
    integrationId: ticket.integrationId ?? null,
    version: ticket.version,
    createdAt: iso(ticket.createdAt),
    updatedAt: iso(ticket.updatedAt),
    closedAt: isoOrNull(ticket.closedAt),
  }
}

export const mediaView = (company: CompanyId, media: Media, sign: SignMedia): MediaView => ({
  url: sign(company, media.key, { name: media.name, mimeType: media.mimeType }),
  name: media.name,
  mimeType: media.mimeType,
  sizeBytes: media.sizeBytes,
  width: media.width || null,
  height: media.height || null,
  durationSeconds: media.durationSeconds || null,
  waveform: media.waveform ?? null,
})

/* Most frequent first; among equals the one that was there first. */
function reactionViews(reactions: readonly Reaction[]): ReactionView[] {
  const views = new Map<string, ReactionView>()
  for (const { emoji, byUs, name } of reactions) {
    const view = views.get(emoji) ?? { emoji, count: 0, mine: false, names: [] }
    view.count += 1
    if (byUs) view.mine = true
    else view.names.push(name)
    views.set(emoji, view)
  }
  return [...views.values()].sort((left, right) => right.count - left.count)
}

/* Parts are told apart by pipes, so a part has none. The image is empty: the phone's preview is not kept. */
const locationBody = ({ latitude, longitude, name, address }: Location): string => {
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17`
  const description = [name, address].filter(Boolean).join(', ').replaceAll('|', ' ')
  return ['', link, ...(description === '' ? [] : [description])].join('|')
}

/* Untrusted input: only http(s) links, only JPEG thumbnails. */
const adView = ({ title, body, url, sourceType, sourceId, thumbnail }: AdReply): AdView => ({
  title,
  body,
  url: /^https?:\/\//i.test(url) ? url : null,
  sourceType,
  sourceId,
  thumbnail: thumbnail === '' ? null : `data:image/jpeg;base64,${thumbnail}`,
})

const findSenderId = ({ fromMe, userId, contactId }: MessageSnapshot): number | null =>
  fromMe ? (userId ?? null) : contactId

const chooseBody = ({ location, kind, vcard, body }: MessageSnapshot): string => {
  if (location) return locationBody(location)
  return kind === 'vcard' ? vcard : body
}

/** `contact` is the ticket's, where it is at hand. */
export function messageView(
  message: MessageSnapshot,
  sign: SignMedia,
  contact?: ContactSnapshot,
): MessageView {
  const media = message.media?.key ? mediaView(companyId(message.companyId), message.media, sign) : null
  return {
    id: message.id,
    ticketId: message.ticketId,
    contactId: message.contactId,
    ...(contact && { contact: contactView(contact, sign) }),
    companyId: message.companyId,
    seq: message.seq,
    body: chooseBody(message),
    fromMe: message.fromMe,
    mediaType: parseOneOf(messageKinds, message.kind, 'unsupported'),
    mediaUrl: media?.url ?? null,
    media,
    medias: media ? [media] : [],
    mediaState: mediaStates.find((state) => state === message.mediaState) ?? null,
    quotedMsg: message.quoted
      ? {
          id: message.quoted.id,
          body: message.quoted.body,
          mediaType: parseOneOf(messageKinds, message.quoted.kind, 'unsupported'),
          fromMe: message.quoted.fromMe,
          senderName: message.quoted.senderName,
        }
      : null,
    ack: message.ack,
    failure: message.failure || null,
    read: message.read,
    isDeleted: message.deleted,
    isEdited: message.edited,
    clientId: message.clientId || null,
    senderName: message.senderName,
    senderId: findSenderId(message),
    userId: message.userId ?? null,
    location: message.location
      ? {
          latitude: message.location.latitude,
          longitude: message.location.longitude,
          name: message.location.name,
          address: message.location.address,
        }
      : null,
    ad: message.ad ? adView(message.ad) : null,
    marks: messageMarks.filter((mark) => message.marks.includes(mark)),
    reactions: reactionViews(message.reactions),
    createdAt: iso(message.createdAt),
    updatedAt: iso(message.updatedAt),
  }
}

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

export const contactImportView = (read: ContactImport): ContactImportView => ({
  id: read.id,
  fileName: read.fileName,
  status: parseOneOf(contactImportStatuses, read.status, 'running'),
  total: read.total,
  created: read.created,
  existing: read.existing,
  failed: read.failed,
  createdAt: iso(read.createdAt),
})

const refOrNull = (id: number, name: string): CampaignView['whatsapp'] => (id === 0 ? null : { id, name })

/** The five texts of a campaign under the wire's names. */
const listTexts = ([one = '', two = '', three = '', four = '', five = '']: readonly string[]) =>
  [one, two, three, four, five] as const

export function campaignView(campaign: CampaignSnapshot, sign: SignMedia): CampaignView {
  const { media, counts } = campaign
  const messages = listTexts(campaign.messages)
  const confirmations = listTexts(campaign.confirmationMessages)
  return {
    id: campaign.id,
    name: campaign.name,
    status: parseOneOf(campaignStatuses, campaign.status, 'CANCELADA'),
    confirmation: campaign.confirmation,
    message1: messages[0],
    message2: messages[1],
    message3: messages[2],
    message4: messages[3],
    message5: messages[4],
    confirmationMessage1: confirmations[0],
    confirmationMessage2: confirmations[1],
    confirmationMessage3: confirmations[2],
    confirmationMessage4: confirmations[3],
    confirmationMessage5: confirmations[4],
    scheduledAt: isoOrNull(campaign.scheduledAt),
    completedAt: isoOrNull(campaign.completedAt),
    whatsappId: campaign.connectionId || null,
    whatsapp: refOrNull(campaign.connectionId, campaign.connectionName),
    contactListId: campaign.contactListId || null,
    contactList: refOrNull(campaign.contactListId, campaign.contactListName),
    tagListId: campaign.tagId || null,
    fileListId: campaign.fileListId || null,
    mediaPath: media ? sign(companyId(campaign.companyId), media.key, { name: media.name }) : null,
    mediaName: media?.name ?? null,
    stopReason: campaignStops.find((reason) => reason === campaign.stopReason) ?? null,
    forecastAt: isoOrNull(campaign.forecastAt),
    report: {
      valid: counts?.total ?? 0,
      delivered: counts?.delivered ?? 0,
      failed: counts?.failed ?? 0,
      refused: counts?.refused ?? 0,
      confirmationsRequested: counts?.confirmationsRequested ?? 0,
      confirmed: counts?.confirmed ?? 0,
      received: counts?.received ?? 0,
      read: counts?.read ?? 0,
    },
    companyId: campaign.companyId,
    createdAt: iso(campaign.createdAt),
    updatedAt: iso(campaign.updatedAt),
  }
}

export const contactListView = (list: ContactListSnapshot): ContactListView => ({
  id: list.id,
  name: list.name,
  contactsCount: list.contactsCount,
  companyId: list.companyId,
  createdAt: iso(list.createdAt),
  updatedAt: iso(list.updatedAt),
})

export const contactListItemView = (item: ContactListItemSnapshot): ContactListItemView => ({
  id: item.id,
  name: item.name,
  number: item.number,
  email: item.email,
  isWhatsappValid: item.validity === 'unknown' ? null : item.validity === 'valid',
  companyId: item.companyId,
  contactListId: item.contactListId,
  createdAt: iso(item.createdAt),
  updatedAt: iso(item.updatedAt),
})

export const contactListImportView = (contactListId: number, read: ContactImport): ContactListImportView => ({
  ...contactImportView(read),
  contactListId,
})

export const tagView = (tag: TagSnapshot): TagView => ({
  id: tag.id,
  name: tag.name,
  color: tag.color,
  kanban: tag.kanban,
  userId: tag.userId ?? null,
})

/**
 * A connection as every user of the company may see it: no token, no QR.
 * `queues` are the connection's queues; who cannot name them passes none and keeps the ids.
 */
/* No fallback: a wrong provider would show another kind of phone. */
function knownProvider(value: string): ConnectionView['provider'] {
  const known = connectionProviders.find((provider) => provider === value)
  if (!known) throw new Error(`unknown provider ${value}`)
  return known
}

const readNewChatsHeld = ({
  newChatsHold,
  newChatsHeldUntil: until,
}: ConnectionSnapshot): ConnectionView['newChatsHeld'] => {
  const why = newChatHolds.find((hold) => hold === newChatsHold)
  return why && until ? { why, until: iso(until) } : null
}

export const connectionView = (
  connection: ConnectionSnapshot,
  queues: ConnectionView['queues'] = [],
  retries = connection.retries,
): ConnectionView => ({
  id: connection.id,
  name: connection.name,
  status: parseOneOf(connectionStatuses, connection.status, 'DISCONNECTED'),
  provider: knownProvider(connection.provider),
  number: connection.number,
  isDefault: connection.isDefault,
  greetingMessage: connection.greetingMessage,
  complationMessage: connection.completionMessage,
  outOfHoursMessage: connection.outOfHoursMessage,
  ratingMessage: connection.ratingMessage,
  queues,
  queueIds: [...connection.queueIds],
  transferQueueId: connection.transferQueueId ?? null,
  timeToTransfer: connection.timeToTransfer,
  promptId: connection.promptId ?? null,
  expiresTicket: connection.expiresTicket,
  expiresInactiveMessage: connection.expiresInactiveMessage,
  maxUseBotQueues: connection.maxUseBotQueues,
  timeUseBotQueues: connection.timeUseBotQueues,
  retries,
  lastEnd: sessionEnds.find((reason) => reason === connection.lastEnd) ?? null,
  retryAt: isoOrNull(connection.retryAt),
  newChatsHeld: readNewChatsHeld(connection),
  createdAt: iso(connection.createdAt),
  updatedAt: iso(connection.updatedAt),
})

export function quickMessageView(quickMessage: QuickMessageSnapshot, sign: SignMedia): QuickMessageView {
  const media = quickMessage.media?.key
    ? mediaView(companyId(quickMessage.companyId), quickMessage.media, sign)
    : null
  return {
    id: quickMessage.id,
    shortcode: quickMessage.shortcode,
    message: quickMessage.message,
    geral: quickMessage.isCompanyWide,
    status: quickMessage.isActive,
    mediaPath: media?.url ?? null,
    mediaName: media?.name ?? null,
    isMedia: media !== null,
    media,
    userId: quickMessage.userId,
    companyId: quickMessage.companyId,
  }
}

export const scheduleView = (schedule: ScheduleSnapshot, sign: SignMedia): ScheduleView => ({
  id: schedule.id,
  body: schedule.body,
  sendAt: iso(schedule.sendAt),
  sentAt: isoOrNull(schedule.sentAt),
  status: parseOneOf(scheduleStatuses, schedule.status, 'PENDENTE'),
  failure: schedule.failure || null,
  contactId: schedule.contactId,
  contact: { id: schedule.contactId, name: schedule.contactName },
  userId: schedule.userId,
  user: { id: schedule.userId, name: schedule.userName },
  media: schedule.media?.key ? mediaView(companyId(schedule.companyId), schedule.media, sign) : null,
  companyId: schedule.companyId,
  createdAt: iso(schedule.createdAt),
  updatedAt: iso(schedule.updatedAt),
})

export const userEventView = (user: UserSnapshot): UserEventView => ({
  id: user.id,
  name: user.name,
  email: user.email,
  profile: user.profile,
  allTicket: user.allTicket ? 'enabled' : 'desabled',
  queueIds: [...user.queueIds],
  queues: user.queueIds.map((id) => ({ id })),
})

export const planEventView = (plan: Plan): PlanView => ({
  id: plan.id,
  name: plan.name,
  users: plan.users,
  connections: plan.connections,
  queues: plan.queues,
  value: plan.valueCents / 100,
  apiMessagesPerMinute: plan.apiMessagesPerMinute,
  apiMessagesPerDay: plan.apiMessagesPerDay,
  useCampaigns: plan.useCampaigns,
  useSchedules: plan.useSchedules,
  useInternalChat: plan.useInternalChat,
  useExternalApi: plan.useExternalApi,
  useKanban: plan.useKanban,
  useOpenAi: plan.useOpenAi,
  useIntegrations: plan.useIntegrations,
})

export const invoiceEvent = (companyId: CompanyId, invoice: InvoiceSnapshot): InvoiceEvent =>
  invoice.status === 'canceled'
    ? { action: 'delete', id: invoice.id }
    : {
        action: 'update',
        invoice: {
          id: invoice.id,
          companyId,
          detail: invoice.detail,
          value: invoice.valueCents / 100,
          dueDate: (invoice.dueAt ?? new Date(0)).toISOString(),
          status: invoice.status === 'paid' ? 'paid' : 'open',
          createdAt: (invoice.createdAt ?? new Date(0)).toISOString(),
        },
      }

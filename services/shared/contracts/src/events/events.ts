import { EventEnvelope } from '../gen/desk/events/v1/envelope'
import type { CompanyId } from '../ids/ids'

export type EventBody = NonNullable<EventEnvelope['body']>
export type DeskEventCase = EventBody['$case']
export type EventValue<C extends DeskEventCase> = Extract<EventBody, { $case: C }>['value']

/* A mapped type, so that a DeskEvent of one case is assignable to DeskEvent. */
type BodyOf = { [C in DeskEventCase]: Extract<EventBody, { $case: C }> }

/** An event with its envelope. Narrow on `body.$case`. */
export interface DeskEvent<C extends DeskEventCase = DeskEventCase> {
  /** UUIDv7; what consumers claim. */
  eventId: string
  companyId: CompanyId
  orderingKey: string
  occurredAt: Date
  /** W3C trace context of the transaction that wrote it, or ''. */
  traceparent: string
  body: BodyOf[C]
}

export type Topic = 'auth' | 'billing' | 'messaging' | 'tickets' | 'outbound' | 'campaigns' | 'realtime'

/** The topic of each event type. Exhaustive: a new event does not compile without a topic. */
export const topics: Record<DeskEventCase, Topic> = {
  userChanged: 'auth',
  userDeleted: 'auth',
  sessionTakenOver: 'auth',
  sessionEnded: 'auth',
  companyChanged: 'auth',
  settingChanged: 'auth',
  announcementChanged: 'auth',
  announcementDeleted: 'auth',
  companyDeleted: 'auth',
  companyRenewed: 'auth',
  apiKeyChanged: 'auth',
  planChanged: 'billing',
  invoiceChanged: 'billing',
  invoicePaid: 'billing',
  chargeReported: 'billing',
  connectionChanged: 'messaging',
  connectionDeleted: 'messaging',
  connectionSessionChanged: 'messaging',
  messageReceived: 'messaging',
  messageRevised: 'messaging',
  outboundChanged: 'messaging',
  outboundPageDrawn: 'messaging',
  messagePriced: 'messaging',
  campaignMessageSending: 'messaging',
  messageReacted: 'messaging',
  messageMediaArrived: 'messaging',
  messageMediaWaitChanged: 'messaging',
  conversationsMerged: 'messaging',
  customerNumberChanged: 'messaging',
  placeholderFilled: 'messaging',
  ticketChanged: 'tickets',
  ticketDeleted: 'tickets',
  ticketUnreadCleared: 'tickets',
  messageAppended: 'tickets',
  messageChanged: 'tickets',
  contactChanged: 'tickets',
  contactDeleted: 'tickets',
  contactErased: 'tickets',
  messagesErased: 'tickets',
  contactImportChanged: 'tickets',
  campaignAnswered: 'tickets',
  messageBudgetReached: 'tickets',
  queueChanged: 'tickets',
  queueDeleted: 'tickets',
  queueOptionsChanged: 'tickets',
  tagChanged: 'tickets',
  tagDeleted: 'tickets',
  quickMessageChanged: 'tickets',
  quickMessageDeleted: 'tickets',
  internalChatChanged: 'tickets',
  internalChatDeleted: 'tickets',
  internalChatRead: 'tickets',
  internalChatMessageAppended: 'tickets',
  outboundRequested: 'outbound',
  outboundRevokeRequested: 'outbound',
  readMarkRequested: 'outbound',
  outboundEditRequested: 'outbound',
  outboundReactionRequested: 'outbound',
  typingRequested: 'outbound',
  fileListChanged: 'campaigns',
  fileListDeleted: 'campaigns',
  scheduleChanged: 'campaigns',
  scheduleDeleted: 'campaigns',
  contactListChanged: 'campaigns',
  contactListDeleted: 'campaigns',
  contactListItemChanged: 'campaigns',
  contactListItemDeleted: 'campaigns',
  contactListImportChanged: 'campaigns',
  campaignChanged: 'campaigns',
  campaignDeleted: 'campaigns',
  campaignMessageRequested: 'campaigns',
  presenceChanged: 'realtime',
  webhookPaused: 'realtime',
  queueIntegrationChanged: 'tickets',
  queueIntegrationDeleted: 'tickets',
  promptChanged: 'tickets',
  promptDeleted: 'tickets',
}

/** Whether this build has the event type: a newer build may send others. */
export const isKnownCase = (name: string): name is DeskEventCase => Object.hasOwn(topics, name)

export const allTopics = [...new Set(Object.values(topics))]

export const listCases = (topic: Topic): DeskEventCase[] =>
  (Object.keys(topics) as DeskEventCase[]).filter((name) => topics[name] === topic)

/** The company of an event, and what it keeps its order with. */
export type EventKey = Pick<DeskEvent, 'companyId' | 'orderingKey'>

const keysOf =
  <Id extends number | string>(name: string) =>
  (companyId: CompanyId, id: Id): EventKey => ({ companyId, orderingKey: `${name}:${id}` })

/** What events must keep their order with each other. */
export const orderingKeys = {
  user: keysOf<number>('user'),
  company: (id: CompanyId): EventKey => ({ companyId: id, orderingKey: `company:${id}` }),
  apiKey: keysOf<number>('api-key'),
  plan: keysOf<number>('plan'),
  /** The conversation's id, shared by phone number, LID and the variant without the ninth digit. */
  conversation: keysOf<string>('conversation'),
  connection: keysOf<number>('connection'),
  ticket: keysOf<number>('ticket'),
  contact: keysOf<number>('contact'),
  contactImport: keysOf<number>('contact-import'),
  queue: keysOf<number>('queue'),
  tag: keysOf<number>('tag'),
  quickMessage: keysOf<number>('quick-message'),
  internalChat: keysOf<number>('internal-chat'),
  fileList: keysOf<number>('file-list'),
  announcement: keysOf<number>('announcement'),
  schedule: keysOf<number>('schedule'),
  campaign: keysOf<number>('campaign'),
  contactList: keysOf<number>('contact-list'),
  queueIntegration: keysOf<number>('queue-integration'),
  prompt: keysOf<number>('prompt'),
  webhook: keysOf<number>('webhook'),
}

/** Stamps an event. `ids` and `clock` are the kernel's ports. */
export function deskEvent<C extends DeskEventCase>(
  stamp: { ids: { next(): string }; clock: { now(): Date } },
  { companyId, orderingKey }: EventKey,
  $case: C,
  value: EventValue<C>,
): DeskEvent<C> {
  return {
    eventId: stamp.ids.next(),
    companyId,
    orderingKey,
    occurredAt: stamp.clock.now(),
    traceparent: '',
    body: { $case, value } as unknown as BodyOf[C],
  }
}

/** Proto3 JSON, as stored in the outbox and sent to the broker. */
export const encodeEvent = (event: DeskEvent): unknown => EventEnvelope.toJSON(event)

/** Undefined for a body this build does not know: keep it for one that does. */
export function decodeEvent(json: unknown): DeskEvent | undefined {
  const envelope = EventEnvelope.fromJSON(json)
  if (!envelope.body || !envelope.occurredAt) return undefined
  return {
    eventId: envelope.eventId,
    companyId: envelope.companyId as CompanyId,
    orderingKey: envelope.orderingKey,
    occurredAt: envelope.occurredAt,
    traceparent: envelope.traceparent,
    body: envelope.body,
  }
}

export const isCase = <C extends DeskEventCase>(
  event: DeskEvent,
  $case: C,
): event is DeskEvent & { body: BodyOf[C] } => event.body.$case === $case

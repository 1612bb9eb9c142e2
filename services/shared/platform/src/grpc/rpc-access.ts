import { isKnownCase, topics, type DeliverRequest, type Topic } from '@balcao/contracts/wire'
import type { ServiceName, Session } from '@balcao/kernel'

import { schemaOf } from '../postgres/postgres-server'

/** Who calls: the services that the certificate names, and the session that stands behind the call. */
export interface RpcCaller {
  services: readonly string[]
  session: Session | undefined
}

export interface AccessRow {
  /** `any` service of the installation; an empty list closes the method until somebody needs it. */
  callers: 'any' | readonly ServiceName[]
  /** A user's session stands behind every call: one that names none is refused. */
  needsSession?: true
  /** What this caller may say besides: whose rows it brings, whose rights it asks about. */
  mayAsk?(request: unknown, caller: RpcCaller): boolean
}

/** Which service writes a topic's events. */
const writers: Record<Topic, ServiceName> = {
  auth: 'auth',
  billing: 'billing',
  messaging: 'messaging-gateway',
  tickets: 'tickets',
  outbound: 'tickets',
  campaigns: 'campaigns',
  realtime: 'realtime',
}

const isTopic = (name: string): name is Topic => Object.hasOwn(writers, name)

/* Nobody brings events in another service's name. */
function deliversOwnEvents(request: DeliverRequest, { services }: RpcCaller): boolean {
  const { schema, topic, type } = request
  if (!isTopic(topic) || (isKnownCase(type) && topics[type] !== topic)) return false
  return services.includes(writers[topic]) && schema === schemaOf(writers[topic])
}

/**
 * Who may call which method, for every method in `proto/`: a test compares. Whoever is not in a row gets PERMISSION_DENIED,
 * so a new call between services begins with a change here and in the chart's `talksTo`.
 */
export const rpcAccess: Readonly<Record<string, AccessRow>> = {
  'desk.auth.v1.AuthService/GetPublicKeys': { callers: 'any' },
  // Every copy of the directory that is behind asks after the user whom a token names.
  'desk.auth.v1.AuthService/GetUsers': { callers: 'any' },
  'desk.auth.v1.AuthService/GetSettings': { callers: ['messaging-gateway', 'tickets'] },
  'desk.billing.v1.BillingService/GetEntitlements': {
    callers: ['auth', 'campaigns', 'messaging-gateway', 'tickets'],
  },
  'desk.billing.v1.BillingService/GetPlan': { callers: ['auth'] },
  'desk.delivery.v1.DeliveryService/Deliver': {
    callers: 'any',
    mayAsk: (request, caller) => deliversOwnEvents(request as DeliverRequest, caller),
  },
  'desk.messaging.v1.MessagingService/CheckNumber': { callers: ['tickets'], needsSession: true },
  'desk.messaging.v1.MessagingService/FetchPicture': { callers: ['tickets'] },
  'desk.messaging.v1.MessagingService/GetGroup': { callers: [] },
  'desk.messaging.v1.MessagingService/ListAddressBook': { callers: ['tickets'], needsSession: true },
  'desk.messaging.v1.MessagingService/AskSession': { callers: ['messaging-gateway'] },
  'desk.messaging.v1.MessagingService/NudgeProcess': { callers: ['messaging-gateway'] },
  // auth serves the page on which super users see every service's dead events.
  'desk.ops.v1.OpsService/ListDeadEvents': { callers: ['auth'] },
  'desk.ops.v1.OpsService/ReplayDeadEvent': { callers: ['auth'] },
  'desk.ops.v1.OpsService/DropDeadEvent': { callers: ['auth'] },
  'desk.realtime.v1.RealtimeService/GetOnlineUsers': { callers: [] },
  'desk.tickets.v1.TicketsService/CanViewTicket': {
    callers: ['realtime'],
    needsSession: true,
    mayAsk: (request, { session }) => (request as { userId: number }).userId === session?.userId,
  },
  'desk.tickets.v1.TicketsService/OpenTicketForContact': { callers: [] },
  'desk.tickets.v1.TicketsService/SendToContact': { callers: ['campaigns', 'messaging-gateway'] },
  'desk.tickets.v1.TicketsService/GetSentMedia': { callers: ['messaging-gateway'] },
  'desk.tickets.v1.TicketsService/GetContacts': { callers: ['campaigns'], needsSession: true },
  'desk.tickets.v1.TicketsService/GetQueues': { callers: ['auth', 'messaging-gateway'] },
}

/** Whether the table lets one of these services call the method at all. */
export const isAllowedCaller = ({ callers }: AccessRow, services: readonly string[]): boolean =>
  services.length > 0 && (callers === 'any' || callers.some((name) => services.includes(name)))

import {
  isKnownCase,
  topics,
  type DeliverRequest,
  type ReportPrimarySizeRequest,
  type Topic,
} from '@balcao/contracts/wire'
import type { ServiceName, Session } from '@balcao/kernel'

import { schemaName } from '../postgres/postgres-server'

/** The caller of a method: the services in its certificate, and the session on whose behalf it calls. */
export interface RpcCaller {
  services: readonly string[]
  session: Session | undefined
}

export interface AccessRow {
  /** `any` service of the installation; an empty list closes the method. */
  callers: 'any' | readonly ServiceName[]
  /** Calls without a user's session are refused. */
  needsSession?: true
  /** Further check of the request: whose rows are delivered, whose rights are asked about. */
  mayAsk?(request: unknown, caller: RpcCaller): boolean
}

/** The service that writes a topic's events; nobody else may, over gRPC here and by the broker's rights in `deploy/kafka-access.json`. */
export const topicWriters: Readonly<Record<Topic, ServiceName>> = {
  auth: 'auth',
  billing: 'billing',
  messaging: 'messaging-gateway',
  tickets: 'tickets',
  outbound: 'tickets',
  campaigns: 'campaigns',
  realtime: 'realtime',
}

const isTopic = (name: string): name is Topic => Object.hasOwn(topicWriters, name)

/* A service may deliver only its own events. */
function deliversOwnEvents(request: DeliverRequest, { services }: RpcCaller): boolean {
  const { schema, topic, type } = request
  if (!isTopic(topic) || (isKnownCase(type) && topics[type] !== topic)) return false
  return services.includes(topicWriters[topic]) && schema === schemaName(topicWriters[topic])
}

/* The services that store files of companies. */
const mediaWriters: readonly ServiceName[] = ['auth', 'campaigns', 'messaging-gateway', 'tickets']

/**
 * Callers of every method in `proto/`; a test compares. Other callers get PERMISSION_DENIED,
 * so a new call between services begins with a change here and in the chart's `talksTo`.
 */
export const rpcAccess: Readonly<Record<string, AccessRow>> = {
  'desk.auth.v1.AuthService/GetPublicKeys': { callers: 'any' },
  // A directory copy that is behind reads the token's user from auth.
  'desk.auth.v1.AuthService/GetUsers': { callers: 'any' },
  // Whoever has rows of companies finds them by it.
  'desk.auth.v1.AuthService/FindCompanyPrimary': {
    callers: ['campaigns', 'messaging-gateway', 'realtime', 'tickets'],
  },
  'desk.auth.v1.AuthService/ReportPrimarySize': {
    callers: ['campaigns', 'messaging-gateway', 'realtime', 'tickets'],
    mayAsk: (request, { services }) =>
      services.some((service) => schemaName(service) === (request as ReportPrimarySizeRequest).schema),
  },
  // Any service takes keys.
  'desk.auth.v1.AuthService/ReportApiKeyUse': { callers: 'any' },
  // What screens are told of a user who changed; no user asks.
  'desk.auth.v1.AuthService/GetUserRecord': { callers: ['realtime'] },
  'desk.auth.v1.AuthService/GetSettings': { callers: ['campaigns', 'messaging-gateway', 'tickets'] },
  'desk.auth.v1.AuthService/GetPaymentToken': { callers: ['tickets'] },
  'desk.billing.v1.BillingService/GetEntitlements': {
    callers: ['auth', 'campaigns', 'messaging-gateway', 'realtime', 'tickets'],
  },
  'desk.billing.v1.BillingService/GetPlan': { callers: ['auth'] },
  'desk.billing.v1.BillingService/ListPayers': { callers: ['auth'] },
  'desk.billing.v1.BillingService/ListPlans': { callers: ['auth'] },
  'desk.billing.v1.BillingService/ReserveMedia': { callers: mediaWriters },
  'desk.billing.v1.BillingService/SettleMedia': { callers: mediaWriters },
  'desk.billing.v1.BillingService/UnsettleMedia': { callers: mediaWriters },
  'desk.billing.v1.BillingService/ReleaseMedia': { callers: mediaWriters },
  'desk.billing.v1.BillingService/ListMediaUsage': { callers: ['auth'] },
  // What a number that moves to the official API has planned; an administrator asks.
  'desk.campaigns.v1.CampaignsService/CountWithoutTemplate': {
    callers: ['messaging-gateway'],
    needsSession: true,
  },
  'desk.delivery.v1.DeliveryService/Deliver': {
    callers: 'any',
    mayAsk: (request, caller) => deliversOwnEvents(request as DeliverRequest, caller),
  },
  // campaigns checks the numbers of contact lists in the background, without a user.
  'desk.messaging.v1.MessagingService/CheckNumber': {
    callers: ['campaigns', 'tickets'],
    mayAsk: (_request, { services, session }) => services.includes('campaigns') || session !== undefined,
  },
  'desk.messaging.v1.MessagingService/FetchPicture': { callers: ['tickets'] },
  'desk.messaging.v1.MessagingService/GetConnections': {
    callers: ['auth', 'billing', 'campaigns', 'realtime'],
  },
  'desk.messaging.v1.MessagingService/FillTemplate': {
    callers: ['campaigns', 'tickets'],
    needsSession: true,
  },
  'desk.messaging.v1.MessagingService/GetGroup': { callers: [] },
  'desk.messaging.v1.MessagingService/ListAddressBook': { callers: ['tickets'], needsSession: true },
  'desk.messaging.v1.MessagingService/AskSession': { callers: ['messaging-gateway'] },
  'desk.messaging.v1.MessagingService/NudgeProcess': { callers: ['messaging-gateway'] },
  // auth serves the operators' page with every service's dead events.
  'desk.ops.v1.OpsService/ListDeadEvents': { callers: ['auth'] },
  'desk.ops.v1.OpsService/ReplayDeadEvent': { callers: ['auth'] },
  'desk.ops.v1.OpsService/DropDeadEvent': { callers: ['auth'] },
  'desk.ops.v1.OpsService/ListExportParts': { callers: ['auth'] },
  'desk.ops.v1.OpsService/ReadExportPage': { callers: ['auth'] },
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
  // A campaign that begins goes to them; no user asks at that time.
  'desk.tickets.v1.TicketsService/ListTaggedContacts': { callers: ['campaigns'] },
  // A log-in, which has no session yet, is answered with the names of the user's queues; a checkout counts them, which an administrator
  // past the due date may ask for.
  'desk.tickets.v1.TicketsService/GetQueues': {
    callers: ['auth', 'billing', 'messaging-gateway', 'realtime'],
    mayAsk: (_request, { services, session }) =>
      services.includes('auth') || services.includes('billing') || session !== undefined,
  },
  'desk.tickets.v1.TicketsService/HasPrompt': { callers: ['messaging-gateway'], needsSession: true },
  'desk.tickets.v1.TicketsService/HasTag': { callers: ['campaigns'], needsSession: true },
  'desk.tickets.v1.TicketsService/CountUnclosed': { callers: ['messaging-gateway'], needsSession: true },
  // Campaigns that run ask it, too.
  'desk.tickets.v1.TicketsService/IsBudgetSpent': { callers: ['campaigns'] },
}

/** Whether the table lets one of these services call the method. */
export const isAllowedCaller = ({ callers }: AccessRow, services: readonly string[]): boolean =>
  services.length > 0 && (callers === 'any' || callers.some((name) => services.includes(name)))

import { isFreeEntryOpen, isWindowOpen, openFreeEntry, type Conversation } from './conversation'
import type { Customer } from './customer'
import { deliverLater } from './deliver'
import { GraphError } from './graph-error'
import { checkFiles, listFiles } from './media'
import { buildMessageId } from './message-id'
import type { MessageRequest } from './message-request'
import type { GraphNetwork } from './network'
import type { OutgoingMessage, PricingCategory } from './outgoing-message'
import { fillTemplate, type FilledTemplate } from './templates/fill-template'
import { requireSendable } from './templates/find-template'
import { takePairRate } from './pair-rate'
import { computePricing } from './pricing'

/*
 * Of a customer too many in 24 hours. The page of limits names no code; partners' pages (2024 to 2026) give 131048 for it, and for
 * quality limits too.
 */
const LIMIT_REFUSAL = 131048

/**
 * Accepts a message, or throws what refuses it; its delivery follows.
 * @throws {GraphError}
 */
export function sendMessage(
  network: GraphNetwork,
  phoneNumberId: string,
  request: MessageRequest,
): { message: OutgoingMessage; customer: Customer } {
  requireMaySend(network, phoneNumberId)
  const customer = requireCustomer(network, phoneNumberId, request)
  const conversation = network.conversation(phoneNumberId, customer)
  const nowMs = network.nowMs()
  const { accountId } = network.number(phoneNumberId)
  const filled = readTemplate(network, accountId, request)
  const fileRefusal = checkFiles(network, accountId, filled?.files ?? listFiles(request.kind, request.body))
  const isOpen = isWindowOpen(conversation, nowMs, network.settings)
  const needsWindow = request.kind !== 'template'
  if (needsWindow && !isOpen && network.settings.windowRefusal === 'answer') throw new GraphError(131047)
  takeRates(network, phoneNumberId, conversation)
  const isWithinLimit =
    isOpen || network.customerLimit.take(network.portfolio(accountId), customer.phone, nowMs)
  const refusal =
    (needsWindow && !isOpen ? 131047 : undefined) ??
    (isWithinLimit ? undefined : LIMIT_REFUSAL) ??
    fileRefusal ??
    checkReaction(network, customer, request)
  openFreeEntry(conversation, nowMs, network.settings)
  if (request.to !== undefined) conversation.numberKnownAtMs = nowMs
  const message: OutgoingMessage = {
    id: buildMessageId(customer.phone, 'to-customer'),
    phoneNumberId,
    to: customer.phone,
    recipient: request.to === undefined ? request.recipient : undefined,
    acceptedAt: network.schedule.now(),
    kind: request.kind,
    body: request.body,
    callbackData: request.callbackData,
    ...price(network, conversation, filled?.category ?? 'service'),
    statuses: [],
    refusal,
    rendered: filled?.text,
    hasArrived: false,
  }
  network.messages.set(message.id, message)
  deliverLater(network, message)
  return { message, customer }
}

/** The template that the message names, filled in; undefined for all other kinds. @throws {GraphError} 132…, 131008, 131062 */
function readTemplate(
  network: GraphNetwork,
  accountId: string,
  { kind, body, to }: MessageRequest,
): (FilledTemplate & { category: PricingCategory }) | undefined {
  if (kind !== 'template') return undefined
  const { name, language, components } = body['template'] as {
    name: string
    language: { code: string }
    components?: unknown
  }
  const template = requireSendable(network.templates.values(), accountId, { name, language: language.code })
  // business-scoped-user-ids (2026-02-06): codes need the number.
  if (template.category === 'AUTHENTICATION' && to === undefined) throw new GraphError(131062)
  const category = template.category.toLowerCase() as PricingCategory
  return { ...fillTemplate(template, components), category }
}

/* A reaction to what is not there fails later, with a webhook (messages/reaction-messages, 2025-11-04). */
function checkReaction(
  network: GraphNetwork,
  customer: Customer,
  { kind, body }: MessageRequest,
): number | undefined {
  if (kind !== 'reaction') return undefined
  const { message_id: id } = body['reaction'] as { message_id: string }
  const received = network.received.get(id)
  const sent = network.messages.get(id)
  const isTheirs =
    received?.from === customer.phone || (sent?.to === customer.phone && sent.kind !== 'reaction')
  return isTheirs ? undefined : 131009
}

function requireMaySend(network: GraphNetwork, phoneNumberId: string): void {
  const account = network.account(phoneNumberId)
  if (account.refusal !== undefined) throw new GraphError(account.refusal)
  const { status, isInMaintenance } = network.number(phoneNumberId)
  if (isInMaintenance) throw new GraphError(131057)
  if (status === 'PENDING' || status === 'DISCONNECTED') throw new GraphError(133010)
  if (status === 'BANNED' || status === 'RESTRICTED') throw new GraphError(131031)
}

function requireCustomer(network: GraphNetwork, phoneNumberId: string, request: MessageRequest): Customer {
  const number = network.number(phoneNumberId)
  if (request.to === undefined) {
    const found = network.customerByScopedId(number.accountId, request.recipient ?? '')
    if (!found)
      throw new GraphError(131009, {
        details: 'Parameter recipient is not a user of this business portfolio.',
      })
    return found
  }
  if (request.to === number.digits) throw new GraphError(131021)
  return network.customer(request.to)
}

function takeRates(network: GraphNetwork, phoneNumberId: string, conversation: Conversation): void {
  const { settings } = network
  const number = network.number(phoneNumberId)
  const nowMs = network.nowMs()
  const status = { status: settings.throttlingStatus }
  const pairFreeAtMs = takePairRate(conversation.pairFreeAtMs, nowMs, settings.pairRate)
  if (pairFreeAtMs === undefined) throw new GraphError(131056, status)
  const perSecond = settings.throughputPerSecond[number.isOnBusinessApp ? 'coexistence' : number.throughput]
  if (!network.throughput.take(phoneNumberId, nowMs, perSecond)) throw new GraphError(130429, status)
  conversation.pairFreeAtMs = pairFreeAtMs
}

function price(
  network: GraphNetwork,
  conversation: Conversation,
  category: PricingCategory,
): Pick<OutgoingMessage, 'pricing' | 'conversation'> {
  const { settings } = network
  const nowMs = network.nowMs()
  const isFree = isFreeEntryOpen(conversation, nowMs, settings)
  const { freeEntry } = conversation
  return {
    pricing: computePricing({
      category,
      isWindowOpen: isWindowOpen(conversation, nowMs, settings),
      isFreeEntryOpen: isFree,
      windowIsFree: settings.windowIsFree,
    }),
    conversation:
      isFree && freeEntry?.openedAtMs !== undefined
        ? {
            id: freeEntry.id,
            expiresAtMs: freeEntry.openedAtMs + settings.freeEntryPointMs,
            origin: 'referral_conversion',
          }
        : undefined,
  }
}

import type { BotState, CompanyId, MessageId, TicketId } from '@balcao/contracts'
import { DAY, doubledMs, HOUR, MINUTE, SECOND } from '@balcao/kernel'

import type { MediaState } from '../messages'
import type { Ticket } from '../tickets'

/** The integration or the prompt that holds a ticket. */
export interface AssistantRef {
  kind: 'integration' | 'prompt'
  id: number
}

/** Who answers a turn: an assistant that holds the ticket, or the second copy of bills, which holds none. */
export type TurnKind = AssistantRef['kind'] | 'charges'

/** A customer's message that is to be answered through a service. */
export interface AssistantTurn {
  id: string
  companyId: CompanyId
  ticketId: TicketId
  messageId: MessageId
  kind: TurnKind
  /** The integration, the prompt, or the queue of the bills. */
  targetId: number
  /** Tries so far, this one included once it is claimed. */
  tries: number
  createdAt: Date
  /** The beginning of the days in which it is tried: when it was made, or replayed. */
  triedSince: Date
}

/** A turn that was given up, with the reason of the last try. */
export interface DeadTurn extends AssistantTurn {
  reason: string
  deadAt: Date
  /** Of the prompt, the integration or the queue; '' once it was deleted. */
  targetName: string
  ticketUuid: string
  contactName: string
}

/** Turns of one conversation in an hour. Two bots that answer each other end here. */
export const MOST_TURNS_PER_HOUR = 60

/** The same of those that ask for bills: who tries the tax numbers of others ends here. */
export const MOST_BILLS_PER_HOUR = 6

const CHAT_TRIES = 3
const CHAT_RETRY = { firstMs: 2 * SECOND, longestMs: 10 * SECOND }
const WEBHOOK_RETRY = { firstMs: 5 * SECOND, longestMs: HOUR }
const WEBHOOK_DAYS_MS = 3 * DAY

/* Longer than WhatsApp's file is waited for at first, with one more try after that. */
const FILE_PATIENCE_MS = 3 * MINUTE
const FILE_LOOK_MS = 5 * SECOND

/** The assistant that holds the ticket; undefined when none does. */
export function findHolder(
  ticket: Pick<Ticket, 'useIntegration' | 'promptId' | 'integrationId'>,
): AssistantRef | undefined {
  if (!ticket.useIntegration) return undefined
  if (ticket.promptId !== null) return { kind: 'prompt', id: ticket.promptId }
  return ticket.integrationId === null ? undefined : { kind: 'integration', id: ticket.integrationId }
}

/** The fields of a ticket that an assistant takes. A prompt goes before an integration. */
export const holdFields = ({
  kind,
  id,
}: AssistantRef): Pick<Ticket, 'useIntegration' | 'promptId' | 'integrationId'> => ({
  useIntegration: true,
  promptId: kind === 'prompt' ? id : null,
  integrationId: kind === 'integration' ? id : null,
})

export const chooseAssistant = (from: {
  promptId?: number | null | undefined
  integrationId?: number | null | undefined
}): AssistantRef | undefined => {
  if (from.promptId != null) return { kind: 'prompt', id: from.promptId }
  return from.integrationId == null ? undefined : { kind: 'integration', id: from.integrationId }
}

/**
 * Whether the bot hands the conversation over with this message: it has reached a queue, has no menu left and did not say that the
 * queue is closed.
 */
export const isHandedOver = (before: BotState | null, after: BotState): boolean =>
  after.queueId !== null &&
  after.step.at === 'waiting' &&
  before?.step.at !== 'waiting' &&
  after.outOfHoursAt === (before?.outOfHoursAt ?? null)

/** When a turn whose message still lacks its file is looked at again; undefined when it is waited for no longer. */
export function nextLookAt(
  { triedSince }: Pick<AssistantTurn, 'triedSince'>,
  mediaState: MediaState,
  now: Date,
): Date | undefined {
  if (mediaState !== 'pending' || now.getTime() - triedSince.getTime() >= FILE_PATIENCE_MS) return undefined
  return new Date(now.getTime() + FILE_LOOK_MS)
}

/**
 * When a failed turn is tried again; undefined gives it up. A webhook is told for three days, a customer who waits for an answer
 * gets a person after three tries.
 */
export function nextTryAt(
  turn: Pick<AssistantTurn, 'tries' | 'triedSince'>,
  failure: { mayRetry: boolean; isWebhook: boolean },
  now: Date,
): Date | undefined {
  if (!failure.mayRetry) return undefined
  if (!failure.isWebhook)
    return turn.tries < CHAT_TRIES ? new Date(now.getTime() + doubledMs(turn.tries, CHAT_RETRY)) : undefined
  const next = new Date(now.getTime() + doubledMs(turn.tries, WEBHOOK_RETRY))
  return next.getTime() - turn.triedSince.getTime() <= WEBHOOK_DAYS_MS ? next : undefined
}

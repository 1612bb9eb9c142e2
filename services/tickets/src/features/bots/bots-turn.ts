import { isPlaceholder, readsMain, type BotMessage, type BotState } from '@balcao/contracts'
import type { MessageReceived } from '@balcao/contracts/wire'

import type { Connection } from '../connections'
import type { CompanySettings } from '../settings'
import type { Ticket } from '../tickets'

type TicketFacts = Pick<
  Ticket,
  'status' | 'userId' | 'isGroup' | 'useIntegration' | 'promptId' | 'queueId' | 'bot' | 'messageSeq'
>
type MessageFacts = Pick<MessageReceived, 'remoteJid' | 'fromMe' | 'isGroup' | 'kind'>

/* Status posts, broadcast lists and channels. */
const isOneWay = (remoteJid: string): boolean => /@(broadcast|newsletter)$/.test(remoteJid)

/* Nothing that could be an option: its content may come later, or is of a kind that the product does not read. */
const lacksContent = (kind: string): boolean => isPlaceholder(kind) || kind === 'unsupported'

/**
 * Whether the bot may answer this message: one of a person, in a ticket that no agent, integration or prompt holds.
 * A message without content is answered only by a greeting, which does not depend on it.
 */
export function isBotsTurn(ticket: TicketFacts, message: MessageFacts): boolean {
  if (message.fromMe || message.isGroup || ticket.isGroup || isOneWay(message.remoteJid)) return false
  if (ticket.status !== 'pending' || ticket.userId !== null) return false
  if (ticket.useIntegration || ticket.promptId !== null) return false
  return !lacksContent(message.kind) || ticket.bot === null
}

/**
 * Whether the bot has nothing to say whatever its queues are, so that they need not be read: it waits for an agent, hours
 * are not applied, and the customer does not ask for the menu.
 */
export const isBotSilent = (
  state: BotState,
  { scheduleType }: Pick<CompanySettings, 'scheduleType'>,
  message: BotMessage,
): boolean => state.step.at === 'waiting' && scheduleType === 'disabled' && !readsMain(message)

/** Whether the answer depends on the connection's queues. */
export const needsQueues = (
  state: BotState,
  connection: Pick<Connection, 'queueIds'>,
  { scheduleType }: Pick<CompanySettings, 'scheduleType'>,
  message: BotMessage,
): boolean =>
  connection.queueIds.length > 0 &&
  (state.step.at !== 'waiting' || scheduleType === 'queue' || readsMain(message))

import { isPlaceholder, parseTaxId, queueId as toQueueId, startBot, type MessageId } from '@balcao/contracts'
import type { Ids, Tx } from '@balcao/kernel'

import { answerCustomer, type BotAnswer, type BotQueueStore, type CustomerMessage } from '../bots'
import type { QueueStore } from '../queues'
import {
  chooseAssistant,
  findHolder,
  isHandedOver,
  MOST_BILLS_PER_HOUR,
  MOST_TURNS_PER_HOUR,
  type AssistantRef,
  type TurnKind,
} from './assistant'
import type { AssistantStore } from './assistant.store'
import { isChargesQueue } from './charges'

export interface ConversationDeps {
  botQueues: BotQueueStore
  queues: QueueStore
  assistants: AssistantStore
  ids: Ids
}

/** What follows from a customer's message; `assistant` holds the ticket from now on. */
export interface ConversationAnswer extends BotAnswer {
  assistant: AssistantRef | undefined
}

const isCustomers = ({ opened: { ticket }, value }: CustomerMessage): boolean =>
  !value.fromMe && !value.isGroup && ticket.status === 'pending' && ticket.userId === null

/* A new conversation of a connection that has a prompt. */
const findConnectionPrompt = ({ opened: { ticket, how }, connection }: CustomerMessage) =>
  ticket.bot === null && (how !== 'found' || ticket.queueId === null)
    ? chooseAssistant({ promptId: connection?.rules.promptId })
    : undefined

/* A conversation that the bot has brought to a queue with an assistant. */
async function findQueueAssistant(
  deps: ConversationDeps,
  tx: Tx,
  { opened: { ticket } }: CustomerMessage,
  { bot }: BotAnswer,
): Promise<AssistantRef | undefined> {
  if (!bot || bot.queueId === null || !isHandedOver(ticket.bot, bot)) return undefined
  const queue = await deps.queues.find(tx, ticket.companyId, toQueueId(bot.queueId))
  return queue && chooseAssistant(queue)
}

async function chooseHolder(
  deps: ConversationDeps,
  tx: Tx,
  message: CustomerMessage,
): Promise<ConversationAnswer> {
  const { ticket } = message.opened
  const holder = findHolder(ticket)
  if (holder) return { bot: undefined, answers: [], assistant: holder }
  const prompt = findConnectionPrompt(message)
  // Remembered as begun, so that a conversation that the prompt gives up goes on with the bot.
  if (prompt) return { bot: startBot(ticket.queueId), answers: [], assistant: prompt }
  const answer = await answerCustomer(deps, tx, message)
  return { ...answer, assistant: await findQueueAssistant(deps, tx, message, answer) }
}

/* Whose bot is silent and who writes a tax number in the queue of the bills. */
async function findChargesQueue(
  deps: ConversationDeps,
  tx: Tx,
  { opened: { ticket }, value }: CustomerMessage,
): Promise<{ kind: TurnKind; id: number } | undefined> {
  if (ticket.queueId === null || (ticket.bot !== null && ticket.bot.step.at !== 'waiting')) return undefined
  if (parseTaxId(value.body) === undefined) return undefined
  const queue = await deps.queues.find(tx, ticket.companyId, ticket.queueId)
  return queue && isChargesQueue(queue.name) ? { kind: 'charges', id: queue.id } : undefined
}

/**
 * What a customer's message leads to: the bot's texts, and the assistant that is to answer it, whose turn is written in the same
 * transaction. Past the hourly limit of a conversation nobody but a person answers.
 */
export async function answerConversation(
  deps: ConversationDeps,
  tx: Tx,
  message: CustomerMessage,
  messageId: MessageId,
): Promise<ConversationAnswer> {
  if (!isCustomers(message)) return { ...(await answerCustomer(deps, tx, message)), assistant: undefined }
  const chosen = await chooseHolder(deps, tx, message)
  const answering = chosen.assistant ?? (await findChargesQueue(deps, tx, message))
  // The turn is written when the content comes.
  if (!answering || isPlaceholder(message.value.kind)) return chosen
  const { companyId, id: ticketId } = message.opened.ticket
  const turns = await deps.assistants.countTurn(tx, companyId, ticketId, message.now)
  const most = answering.kind === 'charges' ? MOST_BILLS_PER_HOUR : MOST_TURNS_PER_HOUR
  if (turns > most) return { ...chosen, assistant: undefined }
  await deps.assistants.enqueue(tx, {
    id: deps.ids.next(),
    companyId,
    ticketId,
    messageId,
    kind: answering.kind,
    targetId: answering.id,
    tries: 0,
    createdAt: message.now,
    triedSince: message.now,
  })
  return chosen
}

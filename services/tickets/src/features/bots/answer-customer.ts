import {
  answerAsBot,
  type BotSay,
  type BotState,
  type BotTurn,
  fillVariables,
  startBot,
  writeSay,
} from '@balcao/contracts'
import type { Media, MessageReceived } from '@balcao/contracts/wire'
import { type Tx } from '@balcao/kernel'

import type { Connection } from '../connections'
import type { CompanySettings } from '../settings'
import { leaveBot, type CustomerText, type OpenedTicket, type Ticket } from '../tickets'
import type { BotQueues, BotQueueStore } from './bot-queue.store'
import { isBotSilent, isBotsTurn, needsQueues } from './bots-turn'
import { buildBotConfig } from './build-config'

/** A customer's message that is about to be added to a locked ticket. */
export interface CustomerMessage {
  opened: OpenedTicket
  value: MessageReceived
  /** Undefined when it was deleted. */
  connection: Connection | undefined
  settings: CompanySettings
  contactName: string
  now: Date
}

export interface BotAnswer {
  /** The ticket's bot after the message; undefined leaves it as it is. */
  bot: BotState | undefined
  answers: readonly CustomerText[]
}

const NO_QUEUES: BotQueues = { queues: [], files: [] }

const NONE: BotAnswer = { bot: undefined, answers: [] }

/* A ticket that waited in a queue before its bot said anything was put there by an agent or a program. */
function readState({ ticket, how }: OpenedTicket): BotState {
  const { bot, queueId } = ticket
  if (bot) return { ...bot, queueId }
  const isPlaced = how === 'found' && queueId !== null
  return isPlaced ? { ...startBot(queueId), step: { at: 'waiting' } } : startBot(queueId)
}

/* Answered on the phone itself. */
const answersByPhone = (ticket: Ticket, { fromMe }: MessageReceived): boolean =>
  fromMe && ticket.status === 'pending' && ticket.bot !== null

function writeAnswer(
  turn: BotTurn,
  files: readonly Media[],
  { settings, contactName, now }: CustomerMessage,
): BotAnswer {
  const write = (say: BotSay): CustomerText => ({
    body: fillVariables(writeSay(say, settings.chatBotType), { contactName, now, locale: settings }),
    file: files.find(({ key }) => key === say.media?.path),
  })
  return { bot: turn.state, answers: turn.says.map(write) }
}

/**
 * What the number's bot makes of a customer's message: its texts, and the ticket's bot after it. Reads the connection's queues
 * only when they matter; decides by the rules of contracts (`answerAsBot`).
 */
export async function answerCustomer(
  { botQueues }: { botQueues: BotQueueStore },
  tx: Tx,
  message: CustomerMessage,
): Promise<BotAnswer> {
  const { opened, value, connection, settings } = message
  const { ticket } = opened
  if (answersByPhone(ticket, value)) return { bot: leaveBot(ticket).bot ?? undefined, answers: [] }
  if (!connection || !isBotsTurn(ticket, value)) return NONE
  const state = readState(opened)
  if (isBotSilent(state, settings, value.body)) return NONE
  const { queues, files } = needsQueues(state, connection, settings, value.body)
    ? await botQueues.list(tx, ticket.companyId, connection.queueIds)
    : NO_QUEUES
  const config = buildBotConfig(connection, settings, queues)
  const turn = answerAsBot(config, state, { kind: 'message', text: value.body }, message.now.getTime())
  return writeAnswer(turn, files, message)
}

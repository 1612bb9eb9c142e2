import {
  answerAsBot,
  type BotMessage,
  type BotSay,
  type BotState,
  type BotTurn,
  fillVariables,
  offerChoices,
  startBot,
  writeSay,
} from '@balcao/contracts'
import type { Media, MessageReceived } from '@balcao/contracts/wire'
import { type Tx } from '@balcao/kernel'

import { capabilitiesOf, type Connection } from '../connections'
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

const fillSay = (say: BotSay, fill: (text: string) => string): BotSay => ({
  ...say,
  text: fill(say.text),
  tapText: say.tapText === undefined ? undefined : fill(say.tapText),
  choices: say.choices.map((choice) => ({ ...choice, label: fill(choice.label) })),
})

const toBotMessage = ({ body, choiceId }: MessageReceived): BotMessage => ({
  kind: 'message',
  text: body,
  choiceId: choiceId || undefined,
})

function writeAnswer(
  turn: BotTurn,
  files: readonly Media[],
  { settings, contactName, now, connection }: CustomerMessage,
): BotAnswer {
  const fill = (text: string): string => fillVariables(text, { contactName, now, locale: settings })
  const can = capabilitiesOf(connection)
  const write = (given: BotSay): CustomerText => {
    const say = fillSay(given, fill)
    return {
      body: writeSay(say, settings.chatBotType),
      choices: offerChoices(say, settings, can),
      file: files.find(({ key }) => key === say.media?.path),
    }
  }
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
  const said = toBotMessage(value)
  if (isBotSilent(state, settings, said)) return NONE
  const { queues, files } = needsQueues(state, connection, settings, said)
    ? await botQueues.list(tx, ticket.companyId, connection.queueIds)
    : NO_QUEUES
  const config = buildBotConfig(connection, settings, queues)
  const turn = answerAsBot(config, state, said, message.now.getTime())
  return writeAnswer(turn, files, message)
}

import type { QueueOptionView } from '../../http/queue-options.routes'
import type { DayHours } from './hours'
import type { Language } from './words'

/** How choices are shown: as `[ 1 ] - Sales`, as a list, or as buttons, which a network without them writes as lines. Numbers answer in all three. */
export type ChatBotType = 'text' | 'list' | 'button'

export type BotOption = Pick<
  QueueOptionView,
  'id' | 'title' | 'message' | 'option' | 'parentId' | 'mediaPath' | 'mediaName'
>

export interface BotMedia {
  path: string
  name: string
}

export interface BotQueue {
  id: number
  name: string
  greetingMessage: string
  outOfHoursMessage: string
  schedules: readonly DayHours[]
  /** Null for the company's. */
  timeZone: string | null
  /** Sent with the greeting. */
  media: BotMedia | null
  options: readonly BotOption[]
}

/** What a number's bot goes by. */
export interface BotConfig {
  language: Language
  /** The company's. */
  timeZone: string
  scheduleType: 'disabled' | 'queue' | 'company'
  /** The company's. */
  schedules: readonly DayHours[]
  chatBotType: ChatBotType
  sendGreetingMessageOneQueues: boolean
  connection: {
    greetingMessage: string
    outOfHoursMessage: string
    /** How often a menu is said without a choice; 0 for ever. */
    maxUseBotQueues: number
    /** Minutes until a menu is said again; 0 at once. */
    timeUseBotQueues: number
    transferQueueId: number | null
    /** Minutes until a ticket without a queue goes to that one; 0 never. */
    timeToTransfer: number
  }
  /** The connection's, by their order. */
  queues: readonly BotQueue[]
}

export type BotStep =
  /** Nothing was said yet. */
  | { at: 'start' }
  /** The customer is to choose a queue. */
  | { at: 'menu' }
  /** The customer is to choose an option of this one's menu; null is the queue's first menu. */
  | { at: 'options'; parentId: number | null }
  /** The bot has nothing more to say: an agent is waited for. */
  | { at: 'waiting' }

/** What the bot remembers of a conversation. JSON; times are milliseconds since 1970. */
export interface BotState {
  step: BotStep
  /** The ticket's. */
  queueId: number | null
  /** Menus said since the last choice. */
  menus: number
  menuAt: number | null
  outOfHoursAt: number | null
  /** Start of the hour that answers are counted in. */
  hourAt: number
  /** Answers in that hour. */
  answers: number
}

export interface BotMessage {
  kind: 'message'
  text: string
  choiceId?: string | undefined
}

export type BotInput =
  /** A message of the customer; `''` for one without words. `choiceId`: a choice that was tapped, `text` being its title. */
  | BotMessage
  /** The transfer timer rang. */
  | { kind: 'transfer' }

export interface BotChoice {
  key: string
  label: string
  /** In place of `label` where it is tapped. */
  tapLabel?: string
}

/** One message to the customer. */
export interface BotSay {
  text: string
  /** In place of `text` where the choices are tapped; absent: the same. */
  tapText?: string | undefined
  choices: readonly BotChoice[]
  media: BotMedia | null
}

export type BotEffect =
  /** The ticket moves to this queue, or out of its queue. */
  { kind: 'move'; queueId: number | null }

export type BotTimer =
  /** The ticket moves to this queue unless it gets one before. */
  { kind: 'transfer'; at: number; queueId: number }

export interface BotTurn {
  state: BotState
  says: readonly BotSay[]
  effects: readonly BotEffect[]
  timers: readonly BotTimer[]
}

/** A conversation that begins; with a queue when the ticket has one already. */
export const startBot = (queueId: number | null): BotState => ({
  step: { at: 'start' },
  queueId,
  menus: 0,
  menuAt: null,
  outOfHoursAt: null,
  hourAt: 0,
  answers: 0,
})

/** Whether the customer is in a menu: the ticket's `chatbot`. */
export const isInMenu = ({ step }: BotState): boolean => step.at === 'menu' || step.at === 'options'

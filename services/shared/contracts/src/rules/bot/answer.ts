import type {
  BotConfig,
  BotEffect,
  BotInput,
  BotMessage,
  BotQueue,
  BotSay,
  BotState,
  BotTimer,
  BotTurn,
} from './bot'
import { BACK, buildOptionChoices, buildQueueChoices, findChoice, listOptions, readsMain } from './menu'
import { findOutOfHoursText, sayOutOfHours } from './out-of-hours'
import { findBotQueue, forgetMenus, goTo, sayText, stayWaiting, type BotContext, type Said } from './said'
import {
  isUsedUp,
  mayRepeatMenu,
  openFirstMenu,
  openOption,
  sayInvalid,
  sayMenuHeading,
  sayQueueGreeting,
  showOptions,
  showQueues,
} from './show-menu'
import { botWords } from './words'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Messages of the bot to one conversation in an hour. Two bots that answer each other end here. */
export const MOST_ANSWERS_PER_HOUR = 30

/* The ticket gets the queue out of hours too, so that its agents find it in the morning. */
function enterQueue(
  context: BotContext,
  state: BotState,
  queue: BotQueue,
  greetings: readonly BotSay[],
): Said {
  const { config, now } = context
  const entered = { ...forgetMenus(state), queueId: queue.id }
  const closed = findOutOfHoursText(config, queue, now)
  if (closed === undefined) return openFirstMenu(context, entered, queue, greetings)
  const hint = config.queues.length > 1 ? [botWords[config.language].otherQueue] : []
  return sayOutOfHours(context, entered, [closed, ...hint])
}

/* A company that is out of hours says so in place of the greeting; the menu still finds the queue. */
function greetWithMenu(context: BotContext, state: BotState): Said {
  const { config, now } = context
  const closed = findOutOfHoursText(config, undefined, now)
  if (closed === undefined)
    return showQueues(context, state, sayMenuHeading(context, config.connection.greetingMessage))
  const heading = `${closed}\n\n${botWords[config.language].chooseMeanwhile}`
  return showQueues(context, { ...state, outOfHoursAt: now }, sayMenuHeading(context, heading))
}

function greetWithoutQueues(context: BotContext, state: BotState): Said {
  const { config, now } = context
  const closed = findOutOfHoursText(config, undefined, now)
  if (closed !== undefined) return sayOutOfHours(context, state, [closed])
  return { state: goTo(state, { at: 'waiting' }), says: sayText(config.connection.greetingMessage) }
}

/* The connection's greeting only where the setting asks for it; the queue's stands in for it, or is the menu's heading. */
function greetInSoleQueue(context: BotContext, state: BotState, queue: BotQueue): Said {
  const { sendGreetingMessageOneQueues: greets, connection } = context.config
  const greeting = greets ? sayText(connection.greetingMessage) : []
  const own = sayQueueGreeting(queue)
  if (queue.options.length > 0) return enterQueue(context, state, queue, [...greeting, ...own])
  return enterQueue(context, state, queue, greets && greeting.length === 0 ? own : greeting)
}

function begin(context: BotContext, state: BotState): Said {
  const { queues } = context.config
  const [first] = queues
  if (!first) return greetWithoutQueues(context, state)
  if (queues.length === 1 && (state.queueId ?? first.id) === first.id)
    return greetInSoleQueue(context, state, first)
  // With a queue it was put there by an agent, the API or a transfer.
  return state.queueId === null ? greetWithMenu(context, state) : waitForAgent(context, state)
}

function waitForAgent(context: BotContext, state: BotState): Said {
  const queue = findBotQueue(context.config, state.queueId)
  const closed = findOutOfHoursText(context.config, queue, context.now)
  return closed === undefined ? stayWaiting(state) : sayOutOfHours(context, state, [closed])
}

function chooseQueue(context: BotContext, state: BotState, answer: BotMessage): Said {
  const { config } = context
  const choice = findChoice(buildQueueChoices(config.queues), answer)
  const queue = choice && config.queues[Number(choice.key) - 1]
  if (queue) return enterQueue(context, state, queue, sayQueueGreeting(queue))
  if (!mayRepeatMenu(context, state)) return { state, says: [] }
  return showQueues(context, state, sayInvalid(context))
}

function returnToMain(context: BotContext, state: BotState): Said {
  const { queues, connection } = context.config
  if (queues.length > 1)
    return showQueues(context, forgetMenus(state), sayMenuHeading(context, connection.greetingMessage))
  const queue = findBotQueue(context.config, state.queueId)
  return queue ? enterQueue(context, state, queue, sayQueueGreeting(queue)) : stayWaiting(state)
}

/* A menu that was skipped on the way in, because it has one option, is skipped on the way back. */
function returnToPrevious(
  context: BotContext,
  state: BotState,
  queue: BotQueue,
  parentId: number | null,
): Said {
  const left = queue.options.find(({ id }) => id === parentId)
  if (!left) return returnToMain(context, state)
  if (listOptions(queue.options, left.parentId).length === 1)
    return returnToPrevious(context, state, queue, left.parentId)
  const parent = queue.options.find(({ id }) => id === left.parentId)
  return parent
    ? openOption(context, forgetMenus(state), { queue, option: parent })
    : openFirstMenu(context, forgetMenus(state), queue, sayQueueGreeting(queue))
}

/* A customer who was offered the menu often enough leaves it. */
function refuseOption(context: BotContext, state: BotState, queue: BotQueue): Said {
  if (isUsedUp(context, state)) return stayWaiting(state)
  if (!mayRepeatMenu(context, state)) return { state, says: [] }
  return showOptions(context, state, queue, sayInvalid(context))
}

function chooseOption(
  context: BotContext,
  state: BotState,
  parentId: number | null,
  answer: BotMessage,
): Said {
  const queue = findBotQueue(context.config, state.queueId)
  const options = queue ? listOptions(queue.options, parentId) : []
  if (!queue || options.length === 0) return stayWaiting(state)
  const key = findChoice(buildOptionChoices(context.config, queue.options, parentId), answer)?.key
  if (key === BACK) return returnToPrevious(context, state, queue, parentId)
  const option = options.find((candidate) => candidate.option === key)
  return option
    ? openOption(context, forgetMenus(state), { queue, option })
    : refuseOption(context, state, queue)
}

function answerMessage(context: BotContext, state: BotState, answer: BotMessage): Said {
  const { step } = state
  if (step.at === 'start') return begin(context, state)
  if (readsMain(answer)) return returnToMain(context, state)
  if (step.at === 'menu') return chooseQueue(context, state, answer)
  if (step.at === 'options') return chooseOption(context, state, step.parentId, answer)
  return waitForAgent(context, state)
}

/* Past the limit the bot is silent and leaves the conversation to agents. */
function limitAnswers({ now }: BotContext, before: BotState, said: Said): Said {
  const isSameHour = now - before.hourAt < HOUR
  const hourAt = isSameHour ? before.hourAt : now
  const known = isSameHour ? before.answers : 0
  const answers = known + said.says.length
  const isOver = said.says.length > 0 && answers > MOST_ANSWERS_PER_HOUR
  const kept = isOver ? stayWaiting(said.state) : said
  return { ...kept, state: { ...kept.state, hourAt, answers: isOver ? known : answers } }
}

function transfer({ config }: BotContext, state: BotState): Said {
  const { transferQueueId } = config.connection
  if (transferQueueId === null || state.queueId !== null) return { state, says: [] }
  return stayWaiting({ ...state, queueId: transferQueueId })
}

const listEffects = (before: BotState, after: BotState): BotEffect[] =>
  before.queueId === after.queueId ? [] : [{ kind: 'move', queueId: after.queueId }]

function listTimers({ connection }: BotConfig, { queueId }: BotState, now: number): BotTimer[] {
  const { transferQueueId, timeToTransfer } = connection
  if (queueId !== null || transferQueueId === null || timeToTransfer === 0) return []
  return [{ kind: 'transfer', at: now + timeToTransfer * MINUTE, queueId: transferQueueId }]
}

/**
 * What a number's bot makes of an input while no agent holds the conversation: what it says, what becomes of the ticket,
 * and which timer runs from now on. Pure: the server and the preview beside the editor ask the same function.
 * @param now milliseconds since 1970.
 */
export function answerAsBot(config: BotConfig, state: BotState, input: BotInput, now: number): BotTurn {
  const context = { config, now }
  const said =
    input.kind === 'transfer'
      ? transfer(context, state)
      : limitAnswers(context, state, answerMessage(context, state, input))
  return {
    state: said.state,
    says: said.says,
    effects: listEffects(state, said.state),
    timers: listTimers(config, said.state, now),
  }
}

import type { BotOption, BotQueue, BotSay, BotState } from './bot'
import { buildOptionChoices, buildQueueChoices, listOptions } from './menu'
import { goTo, type BotContext, type Said } from './said'
import { botWords } from './words'

const MINUTE = 60_000

const countMenu = (state: BotState, now: number): BotState => ({
  ...state,
  menus: state.menus + 1,
  menuAt: now,
})

/** Whether menus were said as often as the connection allows (maxUseBotQueues; 0 is no limit). */
export const isUsedUp = ({ config }: BotContext, { menus }: BotState): boolean =>
  config.connection.maxUseBotQueues > 0 && menus >= config.connection.maxUseBotQueues

/** Whether a menu may be said again: not used up, and timeUseBotQueues after the last one. */
export function mayRepeatMenu(context: BotContext, state: BotState): boolean {
  const { config, now } = context
  const waitMs = config.connection.timeUseBotQueues * MINUTE
  const isSoon = state.menuAt !== null && now - state.menuAt < waitMs
  return !isSoon && !isUsedUp(context, state)
}

const sayHeading = (text: string, tapText = text): BotSay => ({ text, tapText, choices: [], media: null })

/** Above a menu that is said again because the answer named none of its choices. */
export const sayInvalid = ({ config }: BotContext): BotSay => {
  const { invalidChoice, tapChoice } = botWords[config.language]
  return sayHeading(invalidChoice, tapChoice)
}

/** Above the menu of queues; without a text of the company's the program's own. */
export function sayMenuHeading({ config }: BotContext, text: string): BotSay {
  const { chooseQueue, tapQueue } = botWords[config.language]
  return text.trim() === '' ? sayHeading(chooseQueue, tapQueue) : sayHeading(text.trim())
}

/** The menu of queues; the ticket leaves its queue. */
export function showQueues({ config, now }: BotContext, state: BotState, heading: BotSay): Said {
  return {
    state: countMenu(goTo({ ...state, queueId: null }, { at: 'menu' }), now),
    says: [{ ...heading, choices: buildQueueChoices(config.queues) }],
  }
}

function sayOption({ message, title, mediaPath: path, mediaName: name }: BotOption): BotSay {
  return {
    text: message.trim() || title,
    choices: [],
    media: path === null ? null : { path, name: name ?? '' },
  }
}

/** The menu that the state is in, under this heading. */
export function showOptions(
  { config, now }: BotContext,
  state: BotState,
  queue: BotQueue,
  heading: BotSay,
): Said {
  const parentId = state.step.at === 'options' ? state.step.parentId : null
  const choices = buildOptionChoices(config, queue.options, parentId)
  return { state: countMenu(state, now), says: [{ ...heading, choices }] }
}

const follow = (first: readonly BotSay[], rest: Said): Said => ({ ...rest, says: [...first, ...rest.says] })

/**
 * A chosen option: its message, with the menu of its children. A menu with one option is none: that one is taken. After the
 * last level an agent is waited for. `depth` ends a ring of options.
 */
export function openOption(
  context: BotContext,
  state: BotState,
  { queue, option }: { queue: BotQueue; option: BotOption },
  depth = 0,
): Said {
  const say = sayOption(option)
  const children = listOptions(queue.options, option.id)
  const [only] = children
  if (!only || depth > queue.options.length) return { state: goTo(state, { at: 'waiting' }), says: [say] }
  if (children.length === 1)
    return follow([say], openOption(context, state, { queue, option: only }, depth + 1))
  return showOptions(context, goTo(state, { at: 'options', parentId: option.id }), queue, say)
}

/** The queue's greeting with its file; nothing without both. */
export const sayQueueGreeting = ({ greetingMessage, media }: BotQueue): BotSay[] =>
  greetingMessage.trim() === '' && !media ? [] : [{ text: greetingMessage.trim(), choices: [], media }]

/** The queue's first menu under the last of the greetings; without options the greetings alone. */
export function openFirstMenu(
  context: BotContext,
  state: BotState,
  queue: BotQueue,
  greetings: readonly BotSay[],
): Said {
  const roots = listOptions(queue.options, null)
  const [only] = roots
  if (!only) return { state: goTo(state, { at: 'waiting' }), says: greetings }
  if (roots.length === 1) return follow(greetings, openOption(context, state, { queue, option: only }))
  const heading = greetings.at(-1) ?? { text: queue.name, choices: [], media: null }
  const first = goTo(state, { at: 'options', parentId: null })
  return follow(greetings.slice(0, -1), showOptions(context, first, queue, heading))
}

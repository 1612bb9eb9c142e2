import type { BotConfig, BotQueue, BotSay, BotState, BotStep } from './bot'

/** What was said, and the state after it. */
export interface Said {
  state: BotState
  says: readonly BotSay[]
}

export interface BotContext {
  config: BotConfig
  now: number
}

/** Nothing for a blank text. */
export const sayText = (text: string): BotSay[] =>
  text.trim() === '' ? [] : [{ text: text.trim(), choices: [], media: null }]

export const goTo = (state: BotState, step: BotStep): BotState => ({ ...state, step })

/** Silence: an agent is waited for. */
export const stayWaiting = (state: BotState): Said => ({ state: goTo(state, { at: 'waiting' }), says: [] })

/** Menus are counted from here again. */
export const forgetMenus = (state: BotState): BotState => ({ ...state, menus: 0, menuAt: null })

export const findBotQueue = (config: BotConfig, id: number | null): BotQueue | undefined =>
  config.queues.find((queue) => queue.id === id)

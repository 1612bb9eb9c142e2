import type { BotChoice, BotConfig, BotOption, BotQueue, BotSay, ChatBotType } from './bot'
import { foldText } from '../fold-text'
import { botWords } from './words'

/** Answers that lead to the previous and to the main menu. */
export const BACK = '0'
const MAIN = '#'

const fold = (text: string): string => foldText(text).trim()

/* `2`, `[2]`, `2.` and `2)` are one answer. */
const readKey = (text: string): string => text.trim().replace(/^\[?\s{0,2}(\d{1,3}|#)\s{0,2}[\].)]?$/, '$1')

/** Whether an answer asks for the main menu. */
export const readsMain = (text: string): boolean => readKey(text) === MAIN

const sameKey = (key: string, answer: string): boolean =>
  key === answer || (/^\d+$/.test(answer) && Number(key) === Number(answer))

/** The choice that an answer names, by its key or by its label; accents and case do not matter. */
export function findChoice(choices: readonly BotChoice[], text: string): BotChoice | undefined {
  const answer = readKey(text)
  const byKey = choices.find(({ key }) => sameKey(key, answer))
  return byKey ?? choices.find(({ label }) => fold(text) !== '' && fold(label) === fold(text))
}

const byNumber = (one: BotOption, other: BotOption): number =>
  Number(one.option) - Number(other.option) || one.id - other.id

/** The options of one menu, by their numbers. */
export const listOptions = (options: readonly BotOption[], parentId: number | null): BotOption[] =>
  options.filter((option) => option.parentId === parentId).sort(byNumber)

export const buildQueueChoices = (queues: readonly BotQueue[]): BotChoice[] =>
  queues.map(({ name }, index) => ({ key: String(index + 1), label: name }))

/** The choices of an option menu; `BACK` where there is a menu before it, `MAIN` below the first level. */
export function buildOptionChoices(
  config: BotConfig,
  options: readonly BotOption[],
  parentId: number | null,
): BotChoice[] {
  const words = botWords[config.language]
  const isFirstMenu = parentId === null
  const hasPrevious = !isFirstMenu || config.queues.length > 1
  return [
    ...listOptions(options, parentId).map(({ option, title }) => ({ key: option, label: title })),
    ...(hasPrevious ? [{ key: BACK, label: words.previousMenu }] : []),
    ...(isFirstMenu ? [] : [{ key: MAIN, label: words.mainMenu }]),
  ]
}

/* A digit as a key: the digit, then "show as emoji" and "in a key" (U+FE0F U+20E3). */
const drawKeycaps = (key: string): string =>
  [...key].map((character) => `${character}\u{FE0F}\u{20E3}`).join('')

const lineStyles: Readonly<Record<ChatBotType, (choice: BotChoice) => string>> = {
  text: ({ key, label }) => `[ ${key} ] - ${label}`,
  list: ({ key, label }) => `*${key}.* ${label}`,
  button: ({ key, label }) => `${drawKeycaps(key)} ${label}`,
}

/**
 * A message as plain text, choices as lines under it. WhatsApp delivers neither lists nor buttons of linked devices, so
 * every type is written as text that answers by number.
 */
export function writeSay(say: BotSay, type: ChatBotType): string {
  const lines = say.choices.map(lineStyles[type]).join('\n')
  return [say.text.trim(), lines].filter((part) => part !== '').join('\n\n')
}

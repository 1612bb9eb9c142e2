import type { BotChoice, BotConfig, BotMessage, BotOption, BotQueue, BotSay, ChatBotType } from './bot'
import type { Capabilities } from '../capabilities'
import { fitChoices, isShownAs, type Choices } from '../choices'
import { foldText } from '../fold-text'
import { botWords } from './words'

/** Answers that lead to the previous and to the main menu. */
export const BACK = '0'
const MAIN = '#'

const fold = (text: string): string => foldText(text).trim()

/* `2`, `[2]`, `2.` and `2)` are one answer. */
const readKey = (text: string): string => text.trim().replace(/^\[?\s{0,2}(\d{1,3}|#)\s{0,2}[\].)]?$/, '$1')

/** Whether an answer asks for the main menu. */
export const readsMain = ({ text, choiceId }: Pick<BotMessage, 'text' | 'choiceId'>): boolean =>
  readKey(choiceId ?? text) === MAIN

const sameKey = (key: string, answer: string): boolean =>
  key === answer || (/^\d+$/.test(answer) && Number(key) === Number(answer))

/* One of an older menu may have the key of another choice now: the title tells. A label with variables was shown with other words. */
const isTapped = ({ label, tapLabel = label }: BotChoice, title: string): boolean =>
  tapLabel.includes('{{') || isShownAs(tapLabel, title)

/**
 * The choice that an answer names: the tapped one where it is of these, else by key or label; accents and case do not matter.
 */
export function findChoice(
  choices: readonly BotChoice[],
  { text, choiceId }: Pick<BotMessage, 'text' | 'choiceId'>,
): BotChoice | undefined {
  const tapped = choices.find((choice) => choice.key === choiceId && isTapped(choice, text))
  if (tapped) return tapped
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
    ...(hasPrevious ? [{ key: BACK, label: words.previousMenu, tapLabel: words.back }] : []),
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
 * A message as plain text, choices as lines under it, which are answered by number. WhatsApp delivers neither lists nor buttons of
 * linked devices: there this is all that is sent.
 */
export function writeSay(say: BotSay, type: ChatBotType): string {
  const lines = say.choices.map(lineStyles[type]).join('\n')
  return [say.text.trim(), lines].filter((part) => part !== '').join('\n\n')
}

/**
 * The choices of a message as the connection shows them to be tapped; the id of each is its key. Undefined where they are written only:
 * the setting asks for text, the connection shows none, they do not fit, or there is a file, under which text stands.
 */
export function offerChoices(
  { text, tapText, choices, media }: BotSay,
  { chatBotType, language }: Pick<BotConfig, 'chatBotType' | 'language'>,
  can: Pick<Capabilities, 'maxButtons' | 'maxListRows'>,
): Choices | undefined {
  if (chatBotType === 'text' || media) return undefined
  const offered = {
    prefers: chatBotType === 'button' ? ('buttons' as const) : ('list' as const),
    text: tapText ?? text,
    open: botWords[language].openList,
    options: choices.map(({ key, label, tapLabel = label }) => ({ id: key, title: tapLabel })),
  }
  return fitChoices(offered, can)
}

import { writeSay } from './bot/menu'
import type { Capabilities } from './capabilities'
import { choiceLimits, toLine, type Choices, type ChoicesKind } from './choices'

/** Choices as a person or a program gives them, beside the text that stands above them. */
export interface GivenChoices {
  kind: ChoicesKind
  /** Of a list or a link; `''` of buttons. */
  button: string
  /** Of buttons and a list. An id of `''` is its place, from 1. */
  options: { id: string; title: string; description: string }[]
  /** Of a link; `''` elsewhere. */
  url: string
}

export type ChoicesFaultReason = 'required' | 'long' | 'unique' | 'link' | 'kind'

export interface ChoicesFault {
  /** `options[1].title` */
  path: string
  reason: ChoicesFaultReason
}

const fault = (path: string, reason: ChoicesFaultReason): ChoicesFault => ({ path, reason })

const isBlank = (text: string): boolean => text.trim() === ''

const idOf = ({ id }: { id: string }, index: number): string => (id === '' ? String(index + 1) : id)

const isLink = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'

/* The first of two that are the same is right. */
const findRepeated = (texts: readonly string[]): number =>
  texts.findIndex((text, index) => texts.indexOf(text) < index)

function findTextFaults(path: string, text: string, longest: number): ChoicesFault[] {
  if (isBlank(text)) return [fault(path, 'required')]
  return text.length > longest ? [fault(path, 'long')] : []
}

const findFaultsOf: Readonly<Record<ChoicesKind, (given: GivenChoices) => ChoicesFault[]>> = {
  buttons: ({ button, options, url }) => [
    ...(button === '' ? [] : [fault('button', 'kind')]),
    ...(url === '' ? [] : [fault('url', 'kind')]),
    ...(options.length > choiceLimits.buttons ? [fault('options', 'long')] : []),
    ...options.flatMap(({ id, title, description }, index) => [
      ...(id.length > choiceLimits.buttonId ? [fault(`options[${index}].id`, 'long')] : []),
      ...findTextFaults(`options[${index}].title`, title, choiceLimits.buttonTitle),
      ...(description === '' ? [] : [fault(`options[${index}].description`, 'kind')]),
    ]),
  ],
  list: ({ button, options, url }) => [
    ...findTextFaults('button', button, choiceLimits.buttonTitle),
    ...(url === '' ? [] : [fault('url', 'kind')]),
    ...(options.length > choiceLimits.rows ? [fault('options', 'long')] : []),
    ...options.flatMap(({ id, title, description }, index) => [
      ...(id.length > choiceLimits.rowId ? [fault(`options[${index}].id`, 'long')] : []),
      ...findTextFaults(`options[${index}].title`, title, choiceLimits.rowTitle),
      ...(description.length > choiceLimits.rowDescription
        ? [fault(`options[${index}].description`, 'long')]
        : []),
    ]),
  ],
  link: ({ button, options, url }) => [
    ...findTextFaults('button', button, choiceLimits.buttonTitle),
    ...(options.length > 0 ? [fault('options', 'kind')] : []),
    ...findTextFaults('url', url, choiceLimits.url),
    ...(isBlank(url) || isLink(url) ? [] : [fault('url', 'link')]),
  ],
}

/** What the network would refuse, in the order of the fields; none where they can be sent. Titles of a list may be the same. */
export function findChoicesFaults(given: GivenChoices): ChoicesFault[] {
  const { kind, options } = given
  const found = findFaultsOf[kind](given)
  if (kind === 'link') return found
  if (options.length === 0) return [...found, fault('options', 'required')]
  const repeatedId = findRepeated(options.map(idOf))
  const repeatedTitle = kind === 'buttons' ? findRepeated(options.map(({ title }) => toLine(title))) : -1
  return [
    ...found,
    ...(repeatedId < 0 ? [] : [fault(`options[${repeatedId}].id`, 'unique')]),
    ...(repeatedTitle < 0 ? [] : [fault(`options[${repeatedTitle}].title`, 'unique')]),
  ]
}

/** The choices under this text, with an id each. They have no faults. */
export const buildChoices = (text: string, { kind, button, options, url }: GivenChoices): Choices => ({
  kind,
  text: text.trim(),
  button: toLine(button),
  options: options.map((option, index) => ({
    id: idOf(option, index),
    title: toLine(option.title),
    description: toLine(option.description),
  })),
  url,
})

const toLabel = ({ title, description }: Choices['options'][number]): string =>
  description === '' ? title : `${title} - ${description}`

/** The same as text, for networks without them: options are numbered lines as in the bot's menus, a link is its title and address. */
export function writeChoices({ kind, text, button, options, url }: Choices): string {
  if (kind === 'link') return `${text}\n\n${button}: ${url}`
  const choices = options.map((option, index) => ({ key: String(index + 1), label: toLabel(option) }))
  return writeSay({ text, choices, media: null }, 'list')
}

/** Whether a connection shows them to be tapped; else it sends `writeChoices`. */
export function showsChoices(
  { kind, options }: { kind: string; options: readonly unknown[] },
  { maxButtons, maxListRows }: Pick<Capabilities, 'maxButtons' | 'maxListRows'>,
): boolean {
  if (kind === 'link') return maxButtons > 0
  return options.length <= (kind === 'buttons' ? maxButtons : maxListRows)
}

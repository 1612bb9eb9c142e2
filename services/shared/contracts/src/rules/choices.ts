import type { Capabilities } from './capabilities'

/** `link`: one button that opens a page. */
export const choicesKinds = ['buttons', 'list', 'link'] as const
export type ChoicesKind = (typeof choicesKinds)[number]

export interface Choice {
  /** Comes back with the answer. */
  id: string
  title: string
  /** Of a list's row; `''`. */
  description: string
}

/** What a message offers to tap. The message's own text says the same as numbered lines, for networks without it. */
export interface Choices {
  kind: ChoicesKind
  /** What stands above them. */
  text: string
  /** Of a list the button that opens it, of a link the button that follows it; `''` of buttons. */
  button: string
  options: Choice[]
  /** Of a link; `''`. */
  url: string
}

/**
 * Characters, and how many there are at most. Meta's pages messages/interactive-reply-buttons-messages (21 May 2026),
 * messages/interactive-list-messages (3 November 2025) and messages/interactive-cta-url-messages, read 27 November 2026. A list's text may
 * have 4,096 by its page; the reference of messages has 1,024 for all, which is what we go by. What a connection shows is in its capabilities.
 */
export const choiceLimits = {
  text: 1_024,
  buttons: 3,
  buttonId: 256,
  buttonTitle: 20,
  rows: 10,
  rowId: 200,
  rowTitle: 24,
  rowDescription: 72,
  /** Of the desk, as of a template's link: the page has none. */
  url: 2_000,
} as const

export interface OfferedChoices {
  prefers: 'buttons' | 'list'
  text: string
  /** On the button that opens the list. */
  open: string
  options: readonly { id: string; title: string }[]
}

/** The text without line breaks, as a title is shown. */
export const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/* Code units, as the limits; a surrogate pair is not split. */
function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length

function toRow(id: string, title: string): Choice {
  const isShort = title.length <= choiceLimits.rowTitle
  return {
    id,
    title: shorten(title, choiceLimits.rowTitle),
    description: isShort ? '' : shorten(title, choiceLimits.rowDescription),
  }
}

/**
 * The choices as a connection shows them: buttons where they are preferred and fit, else a list, whose rows have what is too long for
 * a title below it. Undefined where it shows neither, or they do not fit: then they are numbered lines.
 */
export function fitChoices(
  { prefers, text, open, options }: OfferedChoices,
  { maxButtons, maxListRows }: Pick<Capabilities, 'maxButtons' | 'maxListRows'>,
): Choices | undefined {
  const above = text.trim()
  const titles = options.map(({ title }) => toLine(title))
  const ids = options.map(({ id }) => id)
  const isSayable = above !== '' && above.length <= choiceLimits.text && !titles.includes('')
  if (!isSayable || options.length === 0 || !areDistinct(ids)) return undefined
  const fitsButtons =
    options.length <= maxButtons &&
    titles.every(({ length }) => length <= choiceLimits.buttonTitle) &&
    areDistinct(titles)
  if (prefers === 'buttons' && fitsButtons) {
    const buttons = options.map(({ id }, index) => ({ id, title: titles[index] ?? '', description: '' }))
    return { kind: 'buttons', text: above, button: '', options: buttons, url: '' }
  }
  if (options.length > maxListRows) return undefined
  const rows = options.map(({ id }, index) => toRow(id, titles[index] ?? ''))
  return { kind: 'list', text: above, button: open, options: rows, url: '' }
}

/** Whether a choice with this label was shown with this title. */
export function isShownAs(label: string, title: string): boolean {
  const line = toLine(label)
  return title === line || title === shorten(line, choiceLimits.rowTitle)
}

/** A piece of a message's text: WhatsApp's marks and links, nothing else. */
export type Mark =
  | { kind: 'text'; text: string }
  | { kind: 'mono'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: Mark[] }

/** Longer texts are shown as they are: marks in them are rare and the search is not free. */
const MAX_MARKED_LENGTH = 10_000
const MAX_DEPTH = 4

const kinds = { '*': 'bold', _: 'italic', '~': 'strike' } as const
const isDelimiter = (text: string): text is keyof typeof kinds => Object.hasOwn(kinds, text)

const LINK = String.raw`(?<link>https?:\/\/[^\s<>"]+|www\.[^\s<>"]+\.[^\s<>"]+)`
/** A delimiter opens after a non-word and before a non-space, and closes the other way round, on one line. */
const MARK = String.raw`(?<![\p{L}\p{N}])(?<delimiter>[*_~])(?=\S)(?!\k<delimiter>)(?<inner>[^\n]{0,999}?[^\s])\k<delimiter>(?![\p{L}\p{N}])`
const PIECES = new RegExp(`${LINK}|${MARK}`, 'gu')
const TRAILING = /[.,;:!?)\]'*_~]+$/

const pushText = (marks: Mark[], text: string) => {
  if (text === '') return
  const last = marks.at(-1)
  if (last?.kind === 'text') last.text += text
  else marks.push({ kind: 'text', text })
}

const pushLink = (marks: Mark[], found: string) => {
  const text = found.replace(TRAILING, '')
  marks.push({ kind: 'link', text, href: text.startsWith('www.') ? `https://${text}` : text })
  pushText(marks, found.slice(text.length))
}

const parseInline = (text: string, depth: number): Mark[] => {
  const marks: Mark[] = []
  let from = 0
  for (const found of text.matchAll(PIECES)) {
    pushText(marks, text.slice(from, found.index))
    from = found.index + found[0].length
    const { link, delimiter, inner } = found.groups ?? {}
    if (link !== undefined) pushLink(marks, link)
    else if (delimiter !== undefined && inner !== undefined && isDelimiter(delimiter) && depth < MAX_DEPTH)
      marks.push({ kind: kinds[delimiter], children: parseInline(inner, depth + 1) })
    else pushText(marks, found[0])
  }
  pushText(marks, text.slice(from))
  return marks
}

const toPlainText = (mark: Mark): string =>
  'text' in mark ? mark.text : mark.children.map(toPlainText).join('')

/** The text as it reads, for places that show one line of it. */
export const formatPlainText = (text: string): string => parseMarks(text).map(toPlainText).join('')

/** The text as pieces to render; whatever is in it, only these kinds come out. */
export const parseMarks = (text: string): Mark[] => {
  if (text.length > MAX_MARKED_LENGTH) return [{ kind: 'text', text }]
  return text.split(/```([^`]+)```/).flatMap((part, index): Mark[] => {
    if (part === '') return []
    return index % 2 === 1 ? [{ kind: 'mono', text: part }] : parseInline(part, 0)
  })
}

import { trimLink } from '@balcao/contracts'

import { isDelimiter, kinds, listClosers, opensAt } from './mark-delimiters'

/** A piece of a message's text: WhatsApp's marks and links, nothing else. */
export type Mark =
  | { kind: 'text'; text: string }
  | { kind: 'mono'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: Mark[] }

/** Longer texts are shown as they are: each mark is an element of the page. */
const MAX_MARKED_LENGTH = 10_000
const MAX_DEPTH = 4

const START = /https?:\/\/|www\.|[*_~]/g
const LINK = /[^\s<>"]+/y

interface Found {
  marks: Mark[]
  end: number
}

const pushMark = (marks: Mark[], mark: Mark) => {
  const last = marks.at(-1)
  if (mark.kind !== 'text' || last?.kind !== 'text') marks.push(mark)
  else last.text += mark.text
}

const pushText = (marks: Mark[], text: string) => {
  if (text !== '') pushMark(marks, { kind: 'text', text })
}

/* An address without a protocol has a dot between two words after `www.`. */
const isLink = (text: string, start: string): boolean =>
  start === 'www.' ? text.includes('.', start.length + 1) : text.length > start.length

const findLink = (line: string, index: number, start: string): Found | undefined => {
  LINK.lastIndex = index
  const found = LINK.exec(line)?.[0] ?? ''
  const text = trimLink(found)
  if (!isLink(text, start)) return undefined
  const marks: Mark[] = [{ kind: 'link', text, href: start === 'www.' ? `https://${text}` : text }]
  pushText(marks, found.slice(text.length))
  return { marks, end: index + found.length }
}

/* No mark and no link goes over the end of its line. Each character is passed once for each mark around it, four at most. */
const parseLine = (line: string, depth: number): Mark[] => {
  const findCloser = listClosers(line)
  const marks: Mark[] = []
  let end = 0
  for (const { 0: start, index } of line.matchAll(START)) {
    if (index < end) continue
    const found = isDelimiter(start) ? findMark(start, index) : findLink(line, index, start)
    if (!found) continue
    pushText(marks, line.slice(end, index))
    for (const mark of found.marks) pushMark(marks, mark)
    end = found.end
  }
  pushText(marks, line.slice(end))
  return marks

  function findMark(delimiter: keyof typeof kinds, index: number): Found | undefined {
    const closer = opensAt(line, index) ? findCloser(delimiter, index + 2) : undefined
    if (closer === undefined) return undefined
    if (depth === MAX_DEPTH)
      return { marks: [{ kind: 'text', text: line.slice(index, closer + 1) }], end: closer + 1 }
    const children = parseLine(line.slice(index + 1, closer), depth + 1)
    return { marks: [{ kind: kinds[delimiter], children }], end: closer + 1 }
  }
}

const parseLines = (text: string): Mark[] => {
  const marks: Mark[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (at > 0) pushText(marks, '\n')
    for (const mark of parseLine(line, 0)) pushMark(marks, mark)
  }
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
    return index % 2 === 1 ? [{ kind: 'mono', text: part }] : parseLines(part)
  })
}

import { array, boolean, mixed, number, object, string } from 'yup'

import { listSorts } from '../rules/sort'
import { WAVEFORM_TEXT } from '../rules/waveform'

import type { Ignored } from './route'

/** The specification's literals, the same in every language. */
export const literals = {
  short: 'Too Short!',
  long: 'Too Long!',
  simple: 'Too Simple!',
  required: 'Required',
  email: 'Invalid email',
  messageShort: 'Mensagem muito curta',
  mandatory: 'Obrigatório',
} as const

/** The largest number of most ids, and of an order within a ticket. */
export const MAX_INT4 = 2_147_483_647

const isCleanText = (value: string | null | undefined) =>
  value == null || (value.isWellFormed() && !value.includes('\u0000'))

/** Any text we store: no NUL, no lone surrogate (Postgres and JSON peers choke on them). Never trimmed here. */
export const text = (maxLength: number) =>
  string().strict(true).max(maxLength, literals.long).test('clean-text', 'Invalid text', isCleanText)

/* Created on use: not every supported browser has Intl.Segmenter. */
const splitGraphemes = (given: string): unknown[] => [
  ...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(given),
]

/** Whether this is one emoji and nothing else, with its skin tones and joiners. */
export const isOneEmoji = (given: string): boolean =>
  given.length <= 32 &&
  /^(?:\p{Emoji}|[\u200d\ufe0f\u20e3\u{e0020}-\u{e007f}])+$/u.test(given) &&
  /[\p{Extended_Pictographic}\p{Emoji_Presentation}\u20e3]/u.test(given) &&
  splitGraphemes(given).length === 1

/** One emoji, or '' for none. */
export const emoji = () =>
  text(32).test('emoji', 'Invalid emoji', (value) => value === undefined || value === '' || isOneEmoji(value))

const idFieldUpTo = (max: number) => number().meta({ kind: 'id' }).strict(true).integer().min(1).max(max)

/** A database id in a JSON body. */
export const idField = () => idFieldUpTo(MAX_INT4)

/** The id of a ticket, a contact, or someone in a contact list: of what a desk has more than 2³¹ in its years. */
export const bigIdField = () => idFieldUpTo(Number.MAX_SAFE_INTEGER)

/** An id that a record is never without: absent in a PUT it stays, empty it is refused. */
export const lastingIdField = () => idField().meta({ empty: 'refused' })
export const lastingBigIdField = () => bigIdField().meta({ empty: 'refused' })

const ID_TEXT = /^[1-9]\d{0,15}$/

const idTextUpTo = (max: number) =>
  number()
    .meta({ kind: 'id' })
    .transform((_value, original) =>
      typeof original === 'number'
        ? original
        : typeof original === 'string' && ID_TEXT.test(original)
          ? Number(original)
          : NaN,
    )
    .integer()
    .min(1)
    .max(max)

/** A database id in a path or query: canonical digits only (`01`, ` 1`, `1e3` are refused). */
export const idText = () => idTextUpTo(MAX_INT4)

/** `bigIdField` in a path or query. */
export const bigIdText = () => idTextUpTo(Number.MAX_SAFE_INTEGER)

export const uuidText = () => text(36).matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Invalid id')

/** The bars of a voice note. */
export const waveformText = () => text(88).matches(WAVEFORM_TEXT, 'Invalid waveform')

/** `pageNumber` of a query: 1 unless given, at most 100,000. */
export const pageNumber = () =>
  number()
    .transform((_value, original) =>
      original === undefined || original === ''
        ? 1
        : /^\d{1,6}$/.test(String(original))
          ? Number(original)
          : NaN,
    )
    .integer()
    .min(1)
    .max(100_000)
    .default(1)

/** `pageNumber` of a list that is answered whole without one. */
export const optionalPageNumber = () =>
  number()
    .transform((_value, original) =>
      original === undefined || original === ''
        ? undefined
        : /^\d{1,6}$/.test(String(original))
          ? Number(original)
          : NaN,
    )
    .integer()
    .min(1)
    .max(100_000)

const written = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
])

/** `true` or `false` in a query. */
export const flag = () =>
  boolean()
    .transform((_value: unknown, original: unknown) =>
      original === undefined || original === '' ? undefined : (written.get(original) ?? original),
    )
    .strict(false)

const isNumberList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number')

const readIdText = (text: unknown): unknown =>
  typeof text === 'string' && ID_TEXT.test(text) ? Number(text) : text

/**
 * A list of ids in a query: given once for each (`a=1&a=2`), as clients that are generated of the document do, or a JSON array in a
 * string (`[1,2]`). At most 200.
 */
export const idListText = () =>
  array(idField().required())
    .transform((value: unknown, original: unknown) => {
      if (Array.isArray(original)) return original.map(readIdText)
      if (typeof original !== 'string') return value
      if (original === '') return undefined
      if (ID_TEXT.test(original)) return [Number(original)]
      try {
        const parsed: unknown = JSON.parse(original)
        return isNumberList(parsed) ? parsed : original
      } catch {
        return original
      }
    })
    .max(200)

/* A calendar time between 1970 and 2999: an invalid one does not round-trip through Date. */
function isInstant(value: string): boolean {
  const date = new Date(value)
  const year = Number(value.slice(0, 4))
  return !Number.isNaN(date.getTime()) && date.toISOString() === value && year >= 1970 && year < 3000
}

/** `YYYY-MM-DD` in a query, a real day between 1970 and 2999. */
export const dayText = () =>
  text(10)
    .meta({ kind: 'day' })
    .test(
      'day',
      'Invalid date',
      (value) => !value || (/^\d{4}-\d{2}-\d{2}$/.test(value) && isInstant(`${value}T00:00:00.000Z`)),
    )

/** An instant in a query as `Date.toISOString` writes it, between 1970 and 2999. */
export const instantText = () =>
  text(24)
    .meta({ kind: 'instant' })
    .test('instant', 'Invalid time', (value) => value == null || isInstant(value))

const TIME_CURSOR = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[1-9]\d{0,15}$/

/** Where a list by time goes on: `{time}_{id}` of the last row seen, a real time and a real id. */
export const timeCursor = () =>
  text(50)
    .meta({ kind: 'cursor' })
    .matches(TIME_CURSOR, 'Invalid cursor')
    .test('cursor', 'Invalid cursor', (value) => {
      const [time = '', id = ''] = value?.split('_') ?? []
      return value === undefined || (isInstant(time) && Number.isSafeInteger(Number(id)))
    })

/** Where a list by number goes on: a whole number from 0 to `max`. */
export const numberCursor = (max = Number.MAX_SAFE_INTEGER) =>
  number()
    .meta({ kind: 'cursor' })
    .transform((_value, original) =>
      typeof original === 'number' ? original : /^\d{1,16}$/.test(String(original)) ? Number(original) : NaN,
    )
    .integer()
    .min(0)
    .max(max)

export const searchParam = () => text(200).default('')

/** `sort` of a query; a list has an order of its own without it. */
export const sortText = <Column extends string>(columns: readonly Column[]) =>
  string().oneOf(listSorts(columns))

/** Fields that callers may send and the server does not read. */
export const ignored = () => mixed<Ignored>().nullable().optional()

/** The body of a call without fields. */
export const emptyBody = object({})

export { array, boolean, mixed, number, object, string }

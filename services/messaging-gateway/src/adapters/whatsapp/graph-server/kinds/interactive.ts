import { isRecord } from '@balcao/kernel'

import { anything, link, list, object, oneOf, text, type Check, type Json } from '../fields'
import { GraphError } from '../graph-error'
import { checkHeaderFile } from './media'

const body = object({ text: text({ max: 1_024, name: 'Body text' }) }, ['text'])
/* messages/interactive-list-messages (2025-11-03): 4,096 characters, all other kinds 1,024. */
const listBody = object({ text: text({ max: 4_096, name: 'Body text' }) }, ['text'])
const footer = object({ text: text({ max: 60, name: 'Footer text' }) }, ['text'])

const textHeader = object({ type: oneOf('text'), text: text({ max: 60, name: 'Header text' }) }, [
  'type',
  'text',
])
const anyHeader: Check = (value, path) => {
  const type = isRecord(value) ? String(value['type']) : ''
  const file = checkHeaderFile[type]
  if (!file) return textHeader(value, path)
  object({ type: anything, [type]: file }, ['type', type])(value, path)
}

/* messages/interactive-reply-buttons-messages (2025-11-04) */
const replyButton = object(
  {
    type: oneOf('reply'),
    reply: object(
      { id: text({ max: 256, name: 'Button id' }), title: text({ max: 20, name: 'Button title' }) },
      ['id', 'title'],
    ),
  },
  ['type', 'reply'],
)
const buttonAction: Check = (value, path) => {
  object({ buttons: list(replyButton, { min: 1, max: 3, name: 'Button' }) }, ['buttons'])(value, path)
  const { buttons } = value as { buttons: { reply: { id: string; title: string } }[] }
  requireUnique(
    buttons.map(({ reply }) => reply.id),
    'Button id',
  )
  requireUnique(
    buttons.map(({ reply }) => reply.title),
    'Button title',
  )
}

const row = object(
  {
    id: text({ max: 200, name: 'Row id' }),
    title: text({ max: 24, name: 'Row title' }),
    description: text({ max: 72, name: 'Row description', min: 0 }),
  },
  ['id', 'title'],
)
const section = object(
  { title: text({ max: 24, name: 'Section title' }), rows: list(row, { min: 1, max: 10, name: 'Row' }) },
  ['rows'],
)
const MOST_ROWS = 10

/* A title is needed with more than one section (message-api, 2025-11-26); the page of lists (2025-11-03) says always. */
const listAction: Check = (value, path) => {
  object(
    {
      button: text({ max: 20, name: 'Button text' }),
      sections: list(section, { min: 1, max: 10, name: 'Section' }),
    },
    ['button', 'sections'],
  )(value, path)
  const { sections } = value as { sections: { title?: string; rows: { id: string }[] }[] }
  const rows = sections.flatMap((one) => one.rows)
  if (rows.length > MOST_ROWS)
    throw new GraphError(131009, { details: `Total row count exceed max allowed count: ${MOST_ROWS}` })
  if (sections.length > 1 && sections.some(({ title }) => !title))
    throw new GraphError(131009, { details: 'Section title is required with more than one section' })
  requireUnique(
    rows.map(({ id }) => id),
    'Row id',
  )
}

function requireUnique(values: string[], name: string): void {
  if (new Set(values).size < values.length)
    throw new GraphError(131009, { details: `${name}s must be unique` })
}

const urlAction = object(
  {
    name: oneOf('cta_url'),
    parameters: object({ display_text: text({ max: 20, name: 'Button text' }), url: link }, [
      'display_text',
      'url',
    ]),
  },
  ['name', 'parameters'],
)
const flowAction = object({ name: oneOf('flow'), parameters: anything }, ['name', 'parameters'])
const named = (name: string) => object({ name: oneOf(name) }, ['name'])

interface Kind {
  header?: Check
  body: Check
  footer?: Check
  action: Check
}

/**
 * The interactive messages by `interactive.type`. `request_contact_info` is of the clients that know user names
 * (pywa 2026-08, business-scoped-user-ids since 2026-06); catalogues and orders are not available to numbers here.
 */
const KINDS: Readonly<Record<string, Kind>> = {
  button: { header: anyHeader, body, footer, action: buttonAction },
  list: { header: textHeader, body: listBody, footer, action: listAction },
  cta_url: { header: anyHeader, body, footer, action: urlAction },
  flow: { header: anyHeader, body, footer, action: flowAction },
  location_request_message: { body, action: named('send_location') },
  request_contact_info: { body, action: named('request_contact_info') },
}

export const checkInteractive: Check = (value, path) => {
  const type = isRecord(value) ? String(value['type']) : ''
  const kind = KINDS[type]
  if (!kind) {
    if (isRecord(value) && value['type'] !== undefined)
      throw new GraphError(131009, { details: `Interactive type ${type} is not supported` })
    throw new GraphError(131008, { details: `Parameter ${path}['type'] is missing` })
  }
  object({ type: anything, ...kind }, ['body', 'action'])(value, path)
}

/** The file in the header, if there is one. */
export function headerFileOf(interactive: Json): { kind: string; file: Json } | undefined {
  const header = interactive['header']
  const kind = isRecord(header) ? String(header['type']) : ''
  const file = isRecord(header) ? header[kind] : undefined
  return isRecord(file) ? { kind, file } : undefined
}

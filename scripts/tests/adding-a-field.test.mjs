import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'

import { listFiles } from '../support/documents.mjs'
import { at } from '../support/project.mjs'

/* Fields that a list of a ticket's fields has, and of those a list is narrowed by. */
const STORED = ['isGroup', 'chatbot', 'unreadMessages', 'useIntegration', 'integrationId', 'closedAt']
const NARROWING = ['withUnreadMessages', 'queueIds', 'withoutTags', 'users']
/* Files of the table that name one field, or a column of each migration. */
const NO_LIST = ['ticket-row.tsx', '<time>-<name>.ts']

const toColumn = (field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const namesAll = (text, fields) =>
  fields.every((field) => new RegExp(`\\b(${field}|${toColumn(field)})\\b`).test(text))

describe('the document about adding a field', () => {
  const document = readFileSync(at('docs/adding-a-field.md'), 'utf8')
  const rows = [...document.matchAll(/^\| `([^`]+)` +\| ([^|]+)\|/gm)].map(([, file, what]) => ({
    file,
    what,
  }))
  let sources
  before(async () => {
    const files = (await listFiles()).filter(
      (file) =>
        /^(proto|services\/[^/]+\/src|services\/shared\/[^/]+\/src|web\/src)\//.test(file) &&
        /\.(ts|tsx|proto)$/.test(file) &&
        !/\/gen\/|\/migrations\/|\.test\.tsx?$/.test(file),
    )
    sources = files.map((file) => ({ file, text: readFileSync(at(file), 'utf8') }))
  })
  const listNaming = (fields) =>
    sources.filter(({ text }) => namesAll(text, fields)).map(({ file }) => file.split('/').at(-1))

  it('has at most ten files to change by hand, which have what it says', () => {
    assert.ok(rows.length > 5 && rows.length <= 10, `${rows.length} files`)
    for (const { file, what } of rows.filter(({ file }) => !file.includes('<'))) {
      const text = readFileSync(at(file), 'utf8')
      for (const [, name] of what.matchAll(/`(\w+)`/g)) assert.match(text, new RegExp(`\\b${name}\\b`), file)
    }
  })

  it('has every file that lists the fields of a ticket', () => {
    const listed = rows.filter(({ file }) => !NO_LIST.some((end) => file.endsWith(end)))
    assert.deepEqual(listNaming(STORED).sort(), listed.map(({ file }) => file.split('/').at(-1)).sort())
  })

  it('has every file that lists what narrows a list of tickets', () => {
    assert.deepEqual(listNaming(NARROWING).sort(), [
      'pg-ticket-conditions.ts',
      'ticket-list.ts',
      'tickets.http.ts',
    ])
    for (const file of listNaming(NARROWING)) assert.ok(document.includes(file), file)
  })
})

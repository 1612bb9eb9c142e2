import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { listFiles } from '../support/documents.mjs'
import { at } from '../support/project.mjs'

/* Resources that have all the files of a resource, with and without events. */
const EXAMPLES = [
  { nouns: 'prompts', noun: 'prompt' },
  { nouns: 'quick-messages', noun: 'quick-message' },
]

describe('the document about adding a resource', () => {
  const document = readFileSync(at('docs/adding-a-resource.md'), 'utf8')
  const rows = [...document.matchAll(/^\| `([^`]+)` +\| ([^|]+)\|/gm)].map(([, file, what]) => ({
    file,
    what,
  }))

  it('names files that are there, with what it says of them', () => {
    const named = rows.filter(({ file }) => !/[<{]/.test(file))
    assert.ok(named.length >= 10, `${named.length} files`)
    for (const { file, what } of named) {
      const text = readFileSync(at(file), 'utf8')
      for (const [, name] of what.matchAll(/`(\w+)`/g)) assert.match(text, new RegExp(`\\b${name}\\b`), file)
    }
  })

  it('counts the files of its tables', () => {
    const count = rows.reduce((sum, { file }) => sum + (file.includes('{pt,en,es}') ? 3 : 1), 0)
    assert.match(document, new RegExp(`these ${count} files`))
  })

  it('names tests that are there', async () => {
    const files = (await listFiles()).map((file) => file.split('/').at(-1))
    for (const [, name] of document.matchAll(/`([\w-]+(?:\.\w+)*\.test\.ts)`/g))
      assert.ok(files.includes(name), name)
  })

  for (const { nouns, noun } of EXAMPLES)
    it(`has the names of files of ${nouns}`, () => {
      const paths = [
        `services/shared/contracts/src/http/${nouns}.routes.ts`,
        `services/shared/contracts/src/http/${nouns}.http.ts`,
        `services/tickets/src/features/${nouns}/${nouns}.routes.ts`,
        `services/tickets/src/adapters/postgres/${noun}-table.ts`,
        `web/src/data/${nouns}.api.ts`,
        `web/src/features/${nouns}/${nouns}-page.tsx`,
      ]
      for (const file of paths) {
        readFileSync(at(file))
        const form = file.replaceAll(nouns, '<noun>').replaceAll(noun, '<noun>')
        assert.ok(document.includes(form), form)
      }
    })
})

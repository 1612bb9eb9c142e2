import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { findRefusedWords, findRefusedWordsEverywhere, parseRefusedWords } from '../support/words.mjs'
import { at } from '../support/project.mjs'

/* Invented words: this file is read, too. */
const glossary = `# Glossary

## Words we do not use

What the columns mean.

| not              | but     | refused in            | may stand in            |
| ---------------- | ------- | --------------------- | ----------------------- |
| gizmo, old wibble | device |                       | \`oldGizmo\`, \`gizmo.ts\` |
| frob             | work    | names in \`services/\` | \`src/known.ts\`          |

In review:

| not    | but   |
| ------ | ----- |
| quuxed | done  |
`
const rules = parseRefusedWords(glossary)
const find = (text, file = 'services/some/src/file.ts') =>
  findRefusedWords(file, text, rules).map((fault) => fault.replace(`${file}:`, ''))

describe('a refused word', () => {
  it('comes from the first table', () => {
    assert.deepEqual(
      rules.map(({ word }) => word),
      ['gizmo', 'old wibble', 'frob'],
    )
  })

  it('is found in code, comments and documents, in names and in the plural, with its line', () => {
    for (const text of [
      'gizmo',
      'const gizmoId = 1',
      'MY_GIZMOS',
      '// The Gizmos.',
      "'a gizmo'",
      'a-gizmo-b',
    ])
      assert.deepEqual(find(`\n${text}`), ['2 gizmo: use device'], text)
    assert.deepEqual(find('oldWibbles, old wibble, old-wibble'), ['1 old wibble: use device'])
    assert.deepEqual(find('A gizmo.', 'docs/guide.md'), ['1 gizmo: use device'])
    assert.deepEqual(find('', 'docs/old-gizmos.md'), ['0 gizmo: use device'])
  })

  it('is not part of another word, and may stand where the table says', () => {
    assert.deepEqual(find('gizmology, wibble, older wibble'), [])
    assert.deepEqual(find('const oldGizmo = 1'), [])
    assert.deepEqual(find('const gizmo = 1', 'services/some/src/gizmo.ts'), [])
  })

  it('of names is refused at the end of a name of code only', () => {
    for (const text of ['const frob = 1', 'type SomeFrob = 1', 'takeFrobs()', '`${frob}`', 'x.frob'])
      assert.deepEqual(find(text), ['1 frob: use work'], text)
    for (const text of ['// to frob', '/* frob\n frob */', "'frob'", '`a frob`', 'frobItems()', 'frobnicate'])
      assert.deepEqual(find(text), [], text)
    assert.deepEqual(find('const frob = 1', 'web/src/file.ts'), [])
    assert.deepEqual(find('const frob = 1', 'services/some/src/known.ts'), [])
  })
})

describe('the words of the repository', () => {
  it('that the glossary refuses are those that it lists', () => {
    const listed = parseRefusedWords(readFileSync(at('GLOSSARY.md'), 'utf8'))
    assert.ok(listed.length > 30)
    for (const { word, instead } of listed) assert.match(`${word}: ${instead}`, /^[a-z ]+: .+/)
  })

  it('are none that the glossary refuses', async () => {
    assert.deepEqual(await findRefusedWordsEverywhere(), [])
  })
})

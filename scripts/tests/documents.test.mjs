import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'

import { buildIndex, findFaults, indexRepository, listFiles } from '../support/documents.mjs'
import { at } from '../support/project.mjs'

/* The changelog tells of what was; the tests that SPECIFICATION.md names are checked by specification.test.ts. */
const NOT_READ = ['CHANGELOG.md', 'SPECIFICATION.md']

/* Made when the product or an engine is built, installed or runs. */
const MADE_LATER = [
  'DATA_DIR/run/addresses.json',
  'data/secrets',
  'data/secrets/whatsapp-vault-keys',
  'deploy/compose/.env',
  'deploy/compose/certificates',
  'kafka-server-start.sh',
  'sw.js',
]

describe('a document', () => {
  const faultsOf = (text, document = 'docs/guide.md') => {
    const files = ['README.md', 'docs/guide.md', 'services/tickets/src/ticket.store.ts', 'web/package.json']
    const index = buildIndex(files, ['export const entityOf = () => {}'], { '.': ['check'], web: ['size'] })
    return findFaults(document, text, { ...index, readText: () => '# Two words, `a-b`\n' })
  }

  it('may name what is there', () => {
    const text = [
      '[readme](../README.md), [folder](../services/tickets), [heading](../README.md#two-words-a-b), [site](https://example.com/gone)',
      '`ticket.store.ts` `src/ticket.store.ts` `services/tickets/` `*.store.ts` `.store.ts` `entityOf` `entityOf()` `npm run check`',
      '`/tickets/{id}` `image/jpeg` `a sentence` `ENVIADA` `gone`',
      '```sh',
      'npm run check && node services/tickets/src/ticket.store.ts > elsewhere/file.txt',
      '```',
    ].join('\n')
    assert.deepEqual(faultsOf(text), [])
    assert.deepEqual(faultsOf('`npm run size`', 'web/README.md'), [])
  })

  const wrong = [
    ['[readme](README.md)', 'links to README.md'],
    ['[`code`](../gone.md)', 'links to ../gone.md'],
    ['[heading](../README.md#gone)', 'links to ../README.md#gone, which has no such heading'],
    ['[here](#gone)', 'links to #gone, which has no such heading'],
    ['`gone.ts`', 'names gone.ts'],
    ['`ticket.ts`', 'names ticket.ts'],
    ['`gone-*.ts`', 'names gone-*.ts'],
    ['`.gone.ts`', 'names .gone.ts'],
    ['`tickets/gone`', 'names tickets/gone'],
    ['`node scripts/gone.mjs --now`', 'names scripts/gone.mjs'],
    ['`npm run size`', 'names npm run size'],
    ['`goneOf`', 'names goneOf'],
    ['`GoneView`', 'names GoneView'],
    ['```sh\nnode services/gone.mjs\n```', 'names services/gone.mjs', 2],
  ]
  it('may not name what is not', () => {
    for (const [text, fault, line = 1] of wrong)
      assert.deepEqual(faultsOf(text), [`docs/guide.md:${line} ${fault}`], text)
  })
})

describe('the documents of the repository', () => {
  let faults
  before(async () => {
    const repository = await indexRepository()
    const documents = (await listFiles()).filter((file) => file.endsWith('.md') && !NOT_READ.includes(file))
    assert.ok(documents.length > 100)
    faults = documents.flatMap((document) =>
      findFaults(document, readFileSync(at(document), 'utf8'), repository),
    )
  })

  const isMadeLater = (fault) => MADE_LATER.includes(fault.split(' names ')[1])

  it('name files, scripts and code that are there', () => {
    assert.deepEqual(
      faults.filter((fault) => !isMadeLater(fault)),
      [],
    )
  })

  it('name all that is listed here as made later', () => {
    const named = new Set(faults.map((fault) => fault.split(' names ')[1]))
    assert.deepEqual(
      MADE_LATER.filter((name) => !named.has(name)),
      [],
    )
  })
})

import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

import { CRX, isSigned, readCrx, readZip, SOURCE, SOURCES, ZIP } from '../support/passkey-extension.mjs'
import { at, filesBelow } from '../support/project.mjs'

const source = (name) => at(path.join(SOURCE, name))
const read = (name) => JSON.parse(readFileSync(source(name), 'utf8'))

/* As `readZip` has them. */
const files = new Map(
  SOURCES.flatMap((name) =>
    statSync(source(name)).isDirectory() ? filesBelow(source(name)) : [source(name)],
  ).map((file) => [path.relative(at(SOURCE), file).split(path.sep).join('/'), readFileSync(file)]),
)

describe('the packed extension', () => {
  const crx = readCrx(readFileSync(at(CRX)))

  it('is signed', () => {
    assert.ok(isSigned(crx))
    const other = Buffer.from(crx.zip)
    other[other.length - 30] ^= 1
    assert.ok(!isSigned({ ...crx, zip: other }))
  })

  it('has what its folder has: after a change, `node scripts/pack-extension.mjs`', async () => {
    const packed = await readZip(crx.zip)
    assert.deepEqual([...packed.keys()].sort(), [...files.keys()].sort())
    for (const [name, content] of files) assert.ok(content.equals(packed.get(name)), name)
  })

  it('is what the desk offers', () => assert.ok(readFileSync(at(ZIP)).equals(crx.zip)))
})

describe('the extension', () => {
  it('is for WhatsApp Web alone and has no further permission', () => {
    const manifest = read('manifest.json')
    assert.deepEqual(
      manifest.content_scripts.map(({ matches }) => matches),
      [['https://web.whatsapp.com/*']],
    )
    for (const name of ['permissions', 'host_permissions', 'optional_permissions', 'background'])
      assert.equal(manifest[name], undefined)
  })

  it('sends nothing', () =>
    assert.doesNotMatch(
      readFileSync(source('ask.js'), 'utf8'),
      /fetch|XMLHttpRequest|sendBeacon|WebSocket|postMessage|sendMessage|storage|https?:/,
    ))

  it('has the same words in each language, and those that it says', () => {
    const said = [...readFileSync(source('ask.js'), 'utf8').matchAll(/say\('(\w+)'/g)].map(([, name]) => name)
    const wanted = [...new Set([...said, 'description'])].sort()
    for (const language of ['en', 'es', 'pt_BR']) {
      const words = read(`_locales/${language}/messages.json`)
      assert.deepEqual(Object.keys(words).sort(), wanted)
      assert.ok(words.description.message.length <= 132, 'Chrome takes 132 characters')
    }
  })
})

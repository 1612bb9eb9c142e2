import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'

import { at } from '../support/project.mjs'

describe('the lock file', () => {
  it('has the hash of every package, so that npm refuses other content', async () => {
    const { packages } = JSON.parse(await readFile(at('package-lock.json'), 'utf8'))
    const unhashed = Object.entries(packages)
      .filter(([place, { link, integrity }]) => place.includes('node_modules/') && !link && !integrity)
      .map(([place]) => place)
    assert.deepEqual(unhashed, [])
  })
})

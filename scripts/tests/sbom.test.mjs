import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

import { at } from '../support/project.mjs'
import { buildBom } from '../support/sbom.mjs'

it('a bill of materials has each version that is installed once, and nothing of development', () => {
  const packages = {
    '': { name: 'desk', version: '1.0.0' },
    'services/auth': { name: '@desk/auth', version: '1.0.0' },
    'node_modules/@desk/auth': { resolved: 'services/auth', link: true },
    'node_modules/@a/b': {
      version: '1.2.3',
      license: 'MIT',
      integrity: `sha512-${Buffer.from('x').toString('base64')}`,
    },
    'node_modules/c/node_modules/@a/b': { version: '1.2.3', license: 'MIT' },
    'node_modules/c': { version: '2.0.0', license: '(MIT OR ISC)' },
    'node_modules/alias': { name: 'd', version: '3.0.0' },
    'node_modules/tool': { version: '9.0.0', dev: true },
  }
  const { components } = buildBom({ name: 'desk', version: '1.0.0' }, { packages })
  assert.deepEqual(
    components.map(({ purl }) => purl),
    ['pkg:npm/%40a/b@1.2.3', 'pkg:npm/c@2.0.0', 'pkg:npm/d@3.0.0'],
  )
  assert.deepEqual(components[1].licenses, [{ expression: '(MIT OR ISC)' }])
})

it('the bill of this repository names what services use, with a sum and a licence', () => {
  const read = (file) => JSON.parse(readFileSync(at(file), 'utf8'))
  const { components } = buildBom(read('package.json'), read('package-lock.json'))
  const find = (name) => components.find((one) => one.name === name)
  assert.equal(find('jest'), undefined)
  assert.match(find('pg').hashes[0].content, /^[0-9a-f]{128}$/)
  assert.deepEqual(find('pg').licenses, [{ license: { name: 'MIT' } }])
})

import { readFileSync } from 'node:fs'
import path from 'node:path'

import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'

import { OLDEST_VERSION } from '../src/features/client-version'

/* docs/upgrading-baileys.md has the steps of an upgrade. */
const PINNED = { '@whiskeysockets/baileys': '7.0.0-rc14', libsignal: '6.0.0' }

const REGISTRY = 'https://registry.npmjs.org/'
const ROOT = path.join(__dirname, '../../..')

interface Entry {
  version?: string
  resolved?: string
  integrity?: string
}

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Record<string, Entry> }
const { dependencies } = read('services/messaging-gateway/package.json') as {
  dependencies: Record<string, string>
}

describe.each(Object.entries(PINNED))('%s', (name, version) => {
  it(`is ${version}, as declared, locked and installed`, () => {
    expect(dependencies[name]).toBe(version)
    expect(read(`node_modules/${name}/package.json`)).toMatchObject({ name, version })
  })

  it('is the only copy, and comes from the registry with a hash', () => {
    const copies = Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`))
    expect(copies.map(([place]) => place)).toEqual([`node_modules/${name}`])
    // A package without a `resolved` address comes from the registry; its hash identifies it.
    const { resolved, ...locked } = copies[0]?.[1] ?? {}
    expect(resolved ?? REGISTRY).toContain(REGISTRY)
    expect(locked).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) as string })
  })
})

it('was released with the oldest version of the web client that we say we are', () => {
  expect(DEFAULT_CONNECTION_CONFIG.version).toEqual(OLDEST_VERSION)
})

it.each(['sharp', 'jimp', 'link-preview-js'])(
  'finds no %s, which it would use where it is installed',
  (name) => {
    expect(Object.keys(packages).filter((place) => place.endsWith(`node_modules/${name}`))).toEqual([])
  },
)

it('has no package from anywhere but the registry', () => {
  const elsewhere = Object.entries(packages).filter(
    ([, { resolved }]) =>
      resolved !== undefined &&
      !/^(https:\/\/registry\.npmjs\.org\/|services\/|integrations\/|web$)/.test(resolved),
  )
  expect(elsewhere).toEqual([])
})

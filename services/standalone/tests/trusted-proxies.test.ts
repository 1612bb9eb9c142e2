import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { readConfig } from '@balcao/platform'

import { standaloneConfig } from '../src/config'

const COMPOSE = path.join(__dirname, '../../../deploy/compose')
const secrets = { keep: (name: string) => name.padEnd(40, '.') }

/* `TRUSTED_PROXIES: a,b,${TRUSTED_PROXIES:-}` of every compose file, without what the operator adds. */
const named = readdirSync(COMPOSE)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => {
    const lines = readFileSync(path.join(COMPOSE, name), 'utf8').matchAll(/^\s*TRUSTED_PROXIES: *(\S*)$/gm)
    return [...lines].flatMap(([, value = '']) =>
      value
        .replace('${TRUSTED_PROXIES:-}', '')
        .split(',')
        .filter((entry) => entry !== '')
        .map((entry) => ({ name, entry })),
    )
  })

describe('whose X-Forwarded-For counts', () => {
  it('is no proxy unless the operator names one', () => {
    expect(readConfig(standaloneConfig, { variables: {}, secrets }).http.trustedProxies).toEqual([])
  })

  it('is the front proxy’s in the compose files, by its address and no range', () => {
    expect(named).not.toEqual([])
    for (const { entry } of named) expect(entry).toMatch(/^\d{1,3}(\.\d{1,3}){3}$/)
  })
})

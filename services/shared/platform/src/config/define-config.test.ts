import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { ConfigError, defineConfig, envExample, readConfig, readConfigs } from './define-config'
import { env } from './env'
import { fileSecrets } from './secrets'

const schema = defineConfig({
  title: 'listener',
  fields: {
    PORT: env.integer({ min: 0, max: 65_535, default: 8080, help: 'Where to listen.' }),
    EVENTS: env.choice(['postgres', 'kafka'], { default: 'postgres', help: 'Transport.' }),
    BROKERS: env.list({ default: [], help: 'Kafka brokers.' }),
    KEY: env.secret({ help: 'Signs links.' }),
  },
  build: ({ PORT, EVENTS, BROKERS, KEY }, fault) => {
    if (EVENTS === 'kafka' && BROKERS.length === 0) fault('EVENTS=kafka needs BROKERS')
    return {
      port: PORT,
      key: KEY,
      events: EVENTS === 'kafka' ? { kind: EVENTS, brokers: BROKERS } : { kind: EVENTS },
    }
  },
})
const key = 'k'.repeat(32)

describe('the configuration', () => {
  it('becomes a value with defaults filled in', () => {
    expect(readConfig(schema, { variables: { KEY: key } })).toEqual({
      port: 8080,
      key,
      events: { kind: 'postgres' },
    })
  })

  it('reports every fault at once', () => {
    const other = defineConfig({
      title: 'x',
      fields: { SIZE: env.integer({ min: 1, max: 2, help: '' }) },
      build: (values) => values,
    })
    const read = () =>
      readConfigs({ schema, other }, { variables: { PORT: '80a', EVENTS: 'smoke', KEY: 'short' } })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      [
        'The configuration has faults:',
        '  PORT must be a whole number from 0 to 65535',
        '  EVENTS must be one of postgres, kafka',
        '  KEY must have at least 32 characters',
        '  SIZE is required',
      ].join('\n'),
    )
  })

  it('refuses a contradiction between two variables', () => {
    expect(() => readConfig(schema, { variables: { KEY: key, EVENTS: 'kafka' } })).toThrow(
      'EVENTS=kafka needs BROKERS',
    )
  })

  it('asks for a secret where none may be made', () => {
    expect(() => readConfig(schema, { variables: {} })).toThrow('KEY is required')
  })

  it('makes a missing secret once and keeps it for its owner only', () => {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'balcao-secrets-')), 'secrets')
    const first = readConfig(schema, { variables: {}, secrets: fileSecrets(folder) })
    const second = readConfig(schema, { variables: {}, secrets: fileSecrets(folder) })
    expect(first.key).toHaveLength(43)
    expect(second.key).toBe(first.key)
    expect(statSync(path.join(folder, 'key')).mode & 0o777).toBe(0o600)
  })

  it('takes a value from a file that a variable names', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'balcao-config-'))
    const file = path.join(folder, 'key')
    writeFileSync(file, `${key}\n`)
    expect(readConfig(schema, { variables: { KEY_FILE: file } }).key).toBe(key)
    const other = 'o'.repeat(32)
    expect(readConfig(schema, { variables: { KEY: other, KEY_FILE: file } }).key).toBe(other)
    expect(() => readConfig(schema, { variables: { KEY_FILE: path.join(folder, 'none') } })).toThrow(
      'KEY cannot be read from',
    )
  })

  it('is documented with its defaults', () => {
    expect(envExample([schema, schema])).toContain('## listener\n# Where to listen.\n#PORT=8080\n')
  })
})

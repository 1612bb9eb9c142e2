import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { engineScript, findMissing } from '@balcao/testkit'

const folder = mkdtempSync(path.join(tmpdir(), 'balcao-engines-'))
const put = (file: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), '#!/bin/sh\nexit 0\n')
  chmodSync(path.join(folder, file), 0o755)
}

beforeAll(() => {
  for (const file of ['kafka/up', 'kafka/down', 'mongo/up', 'bin/pgbouncer']) put(file)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('what a test of engines needs', () => {
  it('is the address of a shared one', () => {
    expect(findMissing(['kafka', 's3'], {})).toEqual(['KAFKA_BROKERS', 'S3_ENDPOINT', 'S3_BUCKET'])
    expect(findMissing(['kafka'], { KAFKA_BROKERS: '127.0.0.1:9092' })).toEqual([])
  })

  it('is a way to start its own, whatever addresses the environment has', () => {
    const addresses = { KAFKA_BROKERS: '127.0.0.1:9092', MONGO_URL: 'mongodb://127.0.0.1' }
    expect(findMissing(['own kafka', 'own mongo'], addresses)).toEqual([
      'ENGINES_DIR/kafka',
      'ENGINES_DIR/mongo',
    ])
    expect(() => engineScript('kafka', 'up', addresses)).toThrow('ENGINES_DIR is not set')
    const both = { ...addresses, ENGINES_DIR: folder }
    // Both scripts, or it cannot be ended.
    expect(findMissing(['own kafka', 'own mongo'], both)).toEqual(['ENGINES_DIR/mongo'])
    expect(engineScript('kafka', 'up', both)).toBe(path.join(folder, 'kafka/up'))
  })

  it('is a program on the path', () => {
    expect(findMissing(['pgbouncer'], { PATH: path.join(folder, 'bin') })).toEqual([])
    expect(findMissing(['pgbouncer', 'redis-server'], { PATH: folder })).toEqual([
      'pgbouncer',
      'redis-server',
    ])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readVariables } from '../support/engine-variables.mjs'
import { capture } from '../support/project.mjs'

describe('the variables of engines', () => {
  it('are read from standard output, whatever stands on standard error', async () => {
    const printed = await capture('sh', [
      '-c',
      String.raw`printf '\033[0m' >&2; printf "export KAFKA_BROKERS=a:1,b:2\nexport S3_REGION='local'\n"; printf 'export NOT_THIS=1\n' >&2`,
    ])
    assert.deepEqual(readVariables(printed, ['KAFKA_BROKERS']), {
      KAFKA_BROKERS: 'a:1,b:2',
      S3_REGION: 'local',
    })
  })

  it('that are missing or empty are named, with what was printed', () => {
    const printed = { stdout: 'export REDIS_URL=\n', output: 'no room for a broker\nexport REDIS_URL=\n' }
    assert.throws(
      () => readVariables(printed, ['REDIS_URL', 'KAFKA_BROKERS']),
      /^Error: REDIS_URL, KAFKA_BROKERS were not printed:\nno room for a broker/,
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseArgs } from 'node:util'

import { parsePartitions, PARTITIONS_OPTIONS } from '../support/kafka-partitions.mjs'

const TOPICS = ['auth', 'tickets']
const parse = (...args) => parsePartitions(parseArgs({ args, options: PARTITIONS_OPTIONS }).values, TOPICS)

describe('the command for more partitions', () => {
  it('takes every topic, and waits a minute at most', () => {
    assert.deepEqual(parse('--partitions', '48'), {
      topics: TOPICS,
      isRetiring: false,
      isDryRun: false,
      partitions: 48,
      waitMs: 60_000,
      exceptGroups: [],
    })
  })

  it('takes some topics, another wait, and groups of which nothing is expected', () => {
    const args = [
      '--partitions',
      '6',
      '--topic',
      'auth',
      '--wait',
      '300',
      '--except-group',
      'tickets.old',
      '--dry-run',
    ]
    const { topics, waitMs, exceptGroups, isDryRun } = parse(...args)
    assert.deepEqual([topics, waitMs, exceptGroups, isDryRun], [['auth'], 300_000, ['tickets.old'], true])
  })

  it('retires without a number of partitions', () => {
    const { isRetiring, partitions } = parse('--retire')
    assert.deepEqual([isRetiring, partitions], [true, undefined])
  })

  for (const [what, args, message] of [
    ['no number', [], /--partitions takes 1 to 1000/],
    ['none', ['--partitions', '0'], /--partitions takes 1 to 1000/],
    ['too many', ['--partitions', '1001'], /--partitions takes 1 to 1000/],
    ['text', ['--partitions', '6x'], /--partitions takes/],
    ['an unknown topic', ['--partitions', '6', '--topic', 'public'], /--topic takes one of auth, tickets/],
    ['two runs in one', ['--partitions', '6', '--retire'], /are two runs/],
    ['no wait', ['--partitions', '6', '--wait', '0'], /--wait takes 1 to 3600/],
  ])
    it(`refuses ${what}`, () => assert.throws(() => parse(...args), message))
})

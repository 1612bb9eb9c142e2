import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { checks, runChecks } from '../support/accept/checks.mjs'
import { metricsIn } from '../support/accept/observe.mjs'
import { formatReport, judge } from '../support/accept/report.mjs'
import { steps } from '../support/accept/steps.mjs'

const snapshot = (over = {}) => ({
  connection: { status: 'CONNECTED', number: '5511940000001', lastEnd: null },
  health: { client: { version: '2.3000.1', source: 'built-in' }, ends: [], refused: [], pausedUntil: null },
  messages: [],
  metrics: { undecryptable: 0, malformed: 0, memoryBytes: 100 },
  ...over,
})
const message = (id, over = {}) => ({
  id,
  kind: 'chat',
  body: id,
  fromMe: false,
  ack: 0,
  failure: null,
  isEdited: false,
  isDeleted: false,
  hasAd: false,
  isGroup: false,
  ...over,
})
const verdict = (name, before, after, ...args) => checks[name]({ before, after }, ...args).verdict
const health = (over) => snapshot({ health: { ...snapshot().health, ...over } })
const heard = (...messages) => snapshot({ messages })

describe('a check', () => {
  const calm = snapshot()
  const off = snapshot({ connection: { status: 'DISCONNECTED', number: '', lastEnd: 'logged-out' } })
  const ends = (count) => [{ reason: 'lost', count }]
  const table = [
    ['connected', calm, calm, [], 'pass'],
    ['connected', calm, off, [], 'fail'],
    ['unlinked', calm, off, [], 'pass'],
    ['unlinked', calm, calm, [], 'fail'],
    ['received', calm, heard(message('a'), message('b', { kind: 'image' })), ['chat', 'image'], 'pass'],
    ['received', calm, heard(message('a')), ['chat', 'image'], 'fail'],
    ['received', heard(message('a')), heard(message('a')), ['chat'], 'fail'],
    ['receivedInGroup', calm, heard(message('a', { isGroup: true })), ['a'], 'pass'],
    ['receivedInGroup', calm, heard(message('a')), ['a'], 'fail'],
    ['receivedFromAd', calm, heard(message('a', { hasAd: true })), [], 'pass'],
    ['receivedFromAd', calm, heard(message('a', { kind: 'phoneOnly' })), [], 'pass'],
    ['receivedFromAd', calm, heard(message('a')), [], 'fail'],
    ['writtenOnPhone', calm, heard(message('a', { fromMe: true })), ['a'], 'pass'],
    ['writtenOnPhone', calm, calm, ['a'], 'fail'],
    ['sent', calm, heard(message('a', { fromMe: true, ack: 2 })), [1], 'pass'],
    ['sent', calm, heard(message('a', { fromMe: true, ack: 1 })), [1], 'fail'],
    ['sent', calm, heard(message('a', { fromMe: true, ack: -1, failure: 'ERR_X' })), [0], 'fail'],
    ['edited', calm, heard(message('a', { isEdited: true })), [], 'pass'],
    ['edited', calm, heard(message('a')), [], 'fail'],
    ['deleted', calm, heard(message('a', { isDeleted: true })), [], 'pass'],
    ['deleted', calm, heard(message('a')), [], 'fail'],
    ['inOrderOnce', calm, heard(message('a'), message('x'), message('b')), ['a', 'b'], 'pass'],
    ['inOrderOnce', calm, heard(message('b'), message('a')), ['a', 'b'], 'fail'],
    ['inOrderOnce', calm, heard(message('1', { body: 'a' }), message('2', { body: 'a' })), ['a'], 'fail'],
    ['endsOnly', health({ ends: ends(2) }), health({ ends: ends(3) }), ['lost'], 'pass'],
    ['endsOnly', calm, health({ ends: ends(1) }), ['failed'], 'fail'],
    ['endsAtMost', calm, health({ ends: ends(2) }), [2], 'pass'],
    ['endsAtMost', calm, health({ ends: ends(3) }), [2], 'fail'],
    ['noRefusals', calm, calm, [], 'pass'],
    ['noRefusals', calm, health({ refused: [{ code: 'ERR_X', count: 1 }] }), [], 'fail'],
    ['noPause', calm, calm, [], 'pass'],
    ['noPause', calm, health({ pausedUntil: '2026-11-22T16:00:00.000Z' }), [], 'fail'],
    ['noUndecryptable', calm, calm, [], 'pass'],
    ['noUndecryptable', calm, snapshot({ metrics: { undecryptable: 1 } }), [], 'fail'],
    ['noUndecryptable', snapshot({ metrics: { undecryptable: 3 } }), calm, [], 'pass'],
    ['noUndecryptable', calm, snapshot({ metrics: undefined }), [], 'unseen'],
    ['memoryAtMost', calm, snapshot({ metrics: { memoryBytes: 140 } }), [1.5], 'pass'],
    ['memoryAtMost', calm, snapshot({ metrics: { memoryBytes: 160 } }), [1.5], 'fail'],
    ['memoryAtMost', calm, snapshot({ metrics: undefined }), [1.5], 'unseen'],
  ]

  it('passes what is sound and fails what is not', () => {
    for (const [name, before, after, args, expected] of table)
      assert.equal(verdict(name, before, after, ...args), expected, `${name} ${JSON.stringify(args)}`)
  })

  it('stands in this table both ways', () => {
    for (const name of Object.keys(checks))
      for (const expected of ['pass', 'fail'])
        assert.ok(
          table.some((row) => row[0] === name && row[4] === expected),
          `${name} ${expected}`,
        )
  })

  it('of a step exists, and gets the step’s word', () => {
    for (const step of steps) for (const [name] of step.checks) assert.ok(checks[name], `${step.id}: ${name}`)
    const step = { checks: [['inOrderOnce', '{word} 1']] }
    const after = heard(message('a', { body: 'tab-kill 1' }))
    assert.equal(runChecks(step, { before: calm, after }, 'tab-kill')[0].verdict, 'pass')
  })
})

it('reads sums from Prometheus text', () => {
  const text = [
    '# TYPE balcao_whatsapp_undecryptable_total counter',
    'balcao_whatsapp_undecryptable_total{type="pkmsg",a="b c"} 2 1700000000',
    'balcao_whatsapp_undecryptable_total{type="msg"} 3',
    'balcao_process_memory_bytes 1048576',
  ].join('\n')
  assert.deepEqual(metricsIn(text), { undecryptable: 5, malformed: 0, memoryBytes: 1_048_576 })
})

describe('the report', () => {
  const passed = { verdict: 'pass', says: 'connected' }
  const result = (checks, answers = []) => ({ beganAt: 'a', endedAt: 'b', checks, answers })
  const run = {
    startedAt: 's',
    writtenAt: 'w',
    deskVersion: '6.0.0',
    nodeVersion: 'v26',
    spareNumber: '5511940000001',
    secondPhone: '5511933340001',
    last: snapshot(),
    results: {
      qr: result([{ name: 'connected', ...passed }]),
      code: { skipped: 'no second phone | yet' },
      in: result([{ name: 'received', verdict: 'fail', says: 'did not come: video' }]),
      out: result([{ name: 'sent', ...passed }], [{ question: 'Once?', verdict: 'unseen', says: '' }]),
    },
  }

  it('counts what passed, failed, was not seen, was skipped and is open', () => {
    const verdicts = ['qr', 'code', 'in', 'out', 'day'].map((id) => judge(run.results[id]))
    assert.deepEqual(verdicts, ['pass', 'skip', 'fail', 'unseen', 'open'])
    const text = formatReport(steps, run)
    assert.match(text, /^# Acceptance of a number: 1 ok, 1 FAILED, 1 not seen, 1 skipped, 10 open\n/)
    assert.match(text, /## Every kind of message in: FAILED/)
    assert.match(text, /\| program \| received \| FAILED \| did not come: video \|/)
    assert.match(text, /Skipped: no second phone \| yet/)
  })

  it('names no number in full', () => {
    assert.doesNotMatch(formatReport(steps, run), /5511940000001|5511933340001/)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseArgs } from 'node:util'

import { formatMove, formatPlan, MOVE_OPTIONS, parseMove } from '../support/move-company.mjs'

const parse = (...args) => parseMove(parseArgs({ args, options: MOVE_OPTIONS }).values)

describe('the command that moves companies', () => {
  it('moves one, which waits a minute at most', () => {
    assert.deepEqual(parse('--company', '7', '--to', 'b'), {
      kind: 'to',
      companyId: 7,
      to: 'b',
      readOnlyMs: 60_000,
      sourceAddress: undefined,
    })
  })

  it('undoes, lists and plans', () => {
    assert.equal(parse('--company', '7', '--undo').kind, 'undo')
    assert.deepEqual(parse('--list'), { kind: 'list' })
    assert.deepEqual(parse('--plan'), { kind: 'plan' })
  })

  it('refuses what it cannot do', () => {
    assert.throws(() => parse(), /one of --to/)
    assert.throws(() => parse('--to', 'b', '--undo', '--company', '7'), /one of --to/)
    assert.throws(() => parse('--to', 'b'), /--company takes/)
    assert.throws(() => parse('--undo', '--company', '0'), /--company takes/)
    assert.throws(() => parse('--plan', '--company', '7'), /about every company/)
    assert.throws(() => parse('--company', '7', '--to', 'b', '--read-only', '9999'), /--read-only takes/)
  })

  it('says how far a move is', () => {
    const move = { companyId: 7, from: 'first', to: 'b', copied: 12, tables: 126, behind: 3_400_000 }
    assert.equal(
      formatMove({ ...move, state: 'copying' }),
      'company 7 from first to b: is copied, and works where it was (12 of 126 tables, 4 MB behind)',
    )
    assert.match(
      formatMove({ ...move, state: 'copying', behind: undefined }),
      /\(12 of 126 tables, not followed\)$/,
    )
    assert.match(formatMove({ ...move, state: 'switching' }), /waits: complete or undo/)
  })

  it('says how full the primaries are, and the commands of a plan', () => {
    const sizes = [
      { companyId: 7, primary: 'first', bytes: 2_500_000_000 },
      { companyId: 8, primary: 'first', bytes: 1_000_000 },
    ]
    const moves = [{ companyId: 8, from: 'first', to: 'b', bytes: 1_000_000 }]
    assert.deepEqual(formatPlan(['first', 'b'], sizes, moves), [
      'first: 2 companies, 2.5 GB',
      'b: 0 companies, 0.0 MB',
      'node scripts/move-company.mjs --company 8 --to b    # 1.0 MB from first',
    ])
    assert.match(formatPlan(['first', 'b'], [], []).at(-1), /No move/)
  })
})

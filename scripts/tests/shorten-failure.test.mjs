import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { shortenFailure } from '../support/shorten-failure.mjs'

const RED = '\u001b[31m'
const PLAIN = '\u001b[39m'

describe('a failed test at the end of a run', () => {
  it('says what was expected and where, without colours, quoted source and the rest of the stack', () => {
    assert.deepEqual(
      shortenFailure(
        [
          `Error: expect(${RED}received${PLAIN}).toBe(expected)`,
          '',
          `Expected: ${RED}2${PLAIN}`,
          'Received: 1',
          '  10 | const one = 1',
          '> 11 | expect(one).toBe(2)',
          '     |             ^',
          '    at compare (/work/node_modules/expect/index.js:3:1)',
          '    at read (/work/services/tickets/src/read.ts:3:1)',
          '    at Object.<anonymous> (/work/services/tickets/tests/read.int.test.ts:11:5)',
          '    at run (/work/node_modules/jest/index.js:1:1)',
        ].join('\n'),
      ),
      [
        'Error: expect(received).toBe(expected)',
        'Expected: 2',
        'Received: 1',
        'at Object.<anonymous> (/work/services/tickets/tests/read.int.test.ts:11:5)',
      ],
    )
  })

  it('names the first frame of the project where the test is not on the stack', () => {
    assert.deepEqual(
      shortenFailure(
        'Error: closed\n    at end (/work/node_modules/pg/index.js:1:1)\n    at open (/work/services/a.ts:2:2)',
      ),
      ['Error: closed', 'at open (/work/services/a.ts:2:2)'],
    )
  })

  it('is at most twelve lines of 240 letters', () => {
    const lines = shortenFailure(Array.from({ length: 20 }, () => 'x'.repeat(300)).join('\n'))
    assert.equal(lines.length, 13)
    assert.equal(lines[0], `${'x'.repeat(240)} …`)
    assert.equal(lines[12], '… and 8 lines')
  })

  it('is nothing where jest gave no message', () => {
    assert.deepEqual(shortenFailure(undefined), [])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readField } from '../support/company-restore.mjs'

/* As Postgres 18 writes (t::text): fields with commas, quotes, backslashes or white space are quoted, NULL is nothing. */
const ROW = String.raw`(7,12,,"","a ""word"", said \\ so","{1,2}",(x,last)`

for (const [index, text] of [
  '7',
  '12',
  '',
  '',
  String.raw`a "word", said \ so`,
  '{1,2}',
  '(x',
  'last',
].entries())
  test(`field ${index} of a row is ${JSON.stringify(text)}`, () => assert.equal(readField(ROW, index), text))

test('a row with one field has no second', () => {
  assert.equal(readField('(5)', 0), '5')
  assert.throws(() => readField('(5)', 1), /no field 1/)
})

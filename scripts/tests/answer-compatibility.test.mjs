import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findAnswerFaults } from '../support/answer-compatibility.mjs'

const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const TEXT = { type: 'string' }
const answers = (schema) => ({ 'GET /tags': { schema } })
const api = (schema, schemas = {}) => ({ schemas, answers: answers(schema) })
const LIST = { type: 'array', items: { $ref: '#/components/schemas/Tag' } }
const tag = (schema) => api(LIST, { Tag: schema })
const create = (extra = {}) => object({ action: { type: 'string', const: 'create' }, ...extra })
const remove = object({ action: { type: 'string', const: 'delete' } })

for (const [what, before, after, faults] of [
  ['the same', tag(object({ name: TEXT })), tag(object({ name: TEXT })), []],
  ['a member more', tag(object({ name: TEXT })), tag(object({ name: TEXT, color: TEXT })), []],
  ['a member less', tag(object({ name: TEXT })), tag(object({})), ['GET /tags[].name is gone']],
  [
    'one that may be missing',
    tag(object({ name: TEXT })),
    tag(object({ name: TEXT }, [])),
    ['GET /tags[].name may be missing now'],
  ],
  ['one that is always there', tag(object({ name: TEXT }, [])), tag(object({ name: TEXT })), []],
  [
    'null',
    tag(object({ name: TEXT })),
    tag(object({ name: { type: ['string', 'null'] } })),
    ['GET /tags[].name may be null now'],
  ],
  ['never null', tag(object({ name: { type: ['string', 'null'] } })), tag(object({ name: TEXT })), []],
  [
    'an integer for a number',
    tag(object({ id: { type: 'number' } })),
    tag(object({ id: { type: 'integer' } })),
    [],
  ],
  ['a variant less', api({ anyOf: [create(), remove] }), api(create()), []],
  [
    'a variant with a member more',
    api({ anyOf: [create(), remove] }),
    api({ anyOf: [create({ id: TEXT }), remove] }),
    [],
  ],
  ['a route that is gone', api(TEXT), { schemas: {}, answers: {} }, []],
])
  test(`${what}: ${faults.length === 0 ? 'can be read' : faults.join()}`, () =>
    assert.deepEqual(findAnswerFaults(before, after), faults))

const told = (channel, payload) => object({ channel: { type: 'string', const: channel }, payload })
test('a channel that is new is ignored by who does not know it, one that has changed is not', () => {
  const before = api({ anyOf: [told('ticket', TEXT)] })
  assert.deepEqual(findAnswerFaults(before, api({ anyOf: [told('ticket', TEXT), told('budget', TEXT)] })), [])
  assert.equal(findAnswerFaults(before, api({ anyOf: [told('ticket', { type: 'integer' })] })).length, 1)
})

test('a new variant is named', () => {
  const [fault] = findAnswerFaults(
    api({ anyOf: [create()] }),
    api({ anyOf: [create(), { type: 'integer' }] }),
  )
  assert.match(fault, /^GET \/tags has a variant that is new: .*integer/)
})

import { findAnswerFault, type RecordedAnswer } from '../src/recorder/answer-faults'

const tag = { id: 1, name: 'VIP', color: '#112233', kanban: 0, userId: null }

const build = (fields: Partial<RecordedAnswer> & { body?: unknown }): RecordedAnswer => ({
  method: 'GET',
  path: '/tags/1',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(fields.body ?? ''),
  ...fields,
})

describe("a recorded answer and the API's document", () => {
  it.each([
    ['a field that is not described', { body: { ...tag, extra: 1 } }, /GET \/tags\/:tagId: .*"extra"/],
    ['a field of another type', { body: { ...tag, name: null } }, /\/name must be string/],
    ['a missing field', { body: { id: 1 } }, /required/],
    ['an answer where none is described', { method: 'DELETE', path: '/auth/logout', body: {} }, /not empty/],
    ['another status', { status: 201, body: tag }, /status 201, not 200/],
    [
      'an error that is not described',
      { status: 404, body: { error: 'ERR_NO_USER_FOUND' } },
      /ERR_NO_USER_FOUND/,
    ],
    ['text in place of JSON', { contentType: '', text: '' }, /not JSON/],
  ])('differ by %s', (_what, fields, fault) => {
    expect(findAnswerFault(build(fields))).toMatch(fault)
  })

  it('agree on what is described, and on paths of no route nothing is said', () => {
    expect(findAnswerFault(build({ path: '/tags/list', body: [] }))).toBeUndefined()
    expect(findAnswerFault(build({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } }))).toBeUndefined()
    expect(findAnswerFault(build({ path: '/elsewhere', body: { any: 1 } }))).toBeUndefined()
  })
})

import { maskFields, sanitizeError } from './logger'

describe('a log line', () => {
  it('keeps ids, counts and durations and hides everything else', () => {
    expect(
      maskFields({
        companyId: 7,
        ms: 3,
        code: 'ERR_X',
        trace_id: '0af7651916cd43dd8448eb211c80319c',
        span_id: 'b7ad6b7169203331',
        body: 'oi',
        number: '5511999990000',
        token: 'abc',
        email: 'a@b.c',
      }),
    ).toEqual({
      companyId: 7,
      ms: 3,
      code: 'ERR_X',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      span_id: 'b7ad6b7169203331',
      body: '[hidden]',
      number: '[hidden]',
      token: '[hidden]',
      email: '[hidden]',
    })
  })

  it('carries an error without what a driver hung on it', () => {
    const error = Object.assign(new Error('boom', { cause: new Error('why') }), {
      parameters: ['5511999990000'],
      code: '23505',
    })
    const logged = sanitizeError(error)
    expect(logged).toMatchObject({ type: 'Error', code: '23505', message: 'boom', cause: { message: 'why' } })
    expect(JSON.stringify(logged)).not.toContain('5511999990000')
  })
})

import { formatNumberChange, parseNumberChange } from './number-change'

describe('the body of a notice of another number', () => {
  it.each([
    ['5511955550101', '5521977776666', '+5511955550101 → +5521977776666'],
    ['5511955550101', '', '+5511955550101 → …'],
    ['', '', '… → …'],
  ])('has %j and %j', (before, after, body) => {
    expect(formatNumberChange(before, after)).toBe(body)
    expect(parseNumberChange(body)).toEqual({ before, after })
  })

  it('may be anything', () => {
    expect(parseNumberChange('mudou')).toEqual({ before: '', after: '' })
  })
})

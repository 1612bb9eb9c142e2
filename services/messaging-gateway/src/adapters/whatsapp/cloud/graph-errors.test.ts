import { readRefusal } from '../../../features/whatsapp-driver'
import { isPermissionError, isTokenError, mapGraphError, mapRefusal } from './graph-errors'

const error = (code: number, status = 400) => ({ code, status, subcode: 0, title: '' })

describe('an error of Graph', () => {
  it.each([
    [131047, 'window-closed'],
    [131026, 'not-on-whatsapp'],
    [131042, 'unpaid'],
    [131050, 'opted-out'],
    [131056, 'too-fast'],
    [130429, 'too-fast'],
    [80007, 'too-fast'],
    [4, 'too-fast'],
    [368, 'blocked-by-policy'],
    [131031, 'blocked-by-policy'],
    [131048, 'ban-risk'],
    [132015, 'template-unusable'],
    [131051, 'refused'],
    [-1, 'refused'],
  ] as const)('%i is the refusal %s, in answers and receipts', (code, refusal) => {
    expect(mapRefusal(code)).toBe(refusal)
    expect(mapGraphError(error(code))).toEqual({ kind: 'refusal', refusal })
    expect(readRefusal(refusal).meaning).not.toBe('')
  })

  it.each([
    [190, 401, 'credentials'],
    [0, 401, 'credentials'],
    [10, 403, 'credentials'],
    [200, 403, 'credentials'],
    [131005, 403, 'credentials'],
    [1, 400, 'unsure'],
    [2, 503, 'unsure'],
    [131000, 500, 'unsure'],
    [131016, 503, 'unsure'],
    [-1, 502, 'unsure'],
  ] as const)('%i with status %i is %s', (code, status, kind) => {
    expect(mapGraphError(error(code, status))).toEqual({ kind })
  })

  it('says by its status that calls came too fast, where it has no code of that', () => {
    expect(mapGraphError(error(-1, 429))).toEqual({ kind: 'refusal', refusal: 'too-fast' })
  })

  it('is about the token or about what it may do', () => {
    expect([error(190, 401), error(10, 403), error(200, 403), error(100)].map(isTokenError)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect([error(190, 401), error(10, 403), error(200, 403), error(100)].map(isPermissionError)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

import { createResetCodeHashes, formatResetCode, newResetCode, normalizeResetCode } from './reset-code'

describe('a reset code', () => {
  it('has 8 characters that are not mistaken for others', () => {
    const codes = Array.from({ length: 200 }, () => newResetCode())
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it.each([
    ['7KQ2-M9XA', '7KQ2M9XA'],
    [' 7kq2 m9xa ', '7KQ2M9XA'],
    ['oil0-il1o', '01101110'],
    ['', ''],
  ])('typed as %j is %j', (typed, code) => {
    expect(normalizeResetCode(typed)).toBe(code)
  })

  it('is read in two groups', () => {
    expect(formatResetCode('7KQ2M9XA')).toBe('7KQ2-M9XA')
    expect(normalizeResetCode(formatResetCode('7KQ2M9XA'))).toBe('7KQ2M9XA')
  })
})

describe('the digest of a code', () => {
  const hashes = createResetCodeHashes('a secret of the installation, 32 characters')
  const ofAna = hashes.hash('ana@acme.test', '7KQ2M9XA')

  it('is that of the same e-mail, code and installation only', () => {
    expect(hashes.isSame(ofAna, hashes.hash('ana@acme.test', '7KQ2M9XA'))).toBe(true)
    expect(hashes.isSame(ofAna, hashes.hash('bia@acme.test', '7KQ2M9XA'))).toBe(false)
    expect(hashes.isSame(ofAna, hashes.hash('ana@acme.test', '7KQ2M9XB'))).toBe(false)
    const others = createResetCodeHashes('a secret of another installation, 32 chars')
    expect(hashes.isSame(ofAna, others.hash('ana@acme.test', '7KQ2M9XA'))).toBe(false)
  })

  it('is not that of a text of another length', () => {
    expect(hashes.isSame(ofAna, '')).toBe(false)
  })
})

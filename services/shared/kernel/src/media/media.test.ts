import { companyId } from '@balcao/contracts'

import { cleanText } from '../text/clean-text'
import { extensionOf, mediaKey } from './media-key'
import { sanitizeFileName } from './uploaded-file'

describe('a media key', () => {
  it('names company and month, and nothing of the sender', () => {
    const now = new Date('2026-03-01T00:00:00Z')
    const parts = { companyId: companyId(7), mimeType: 'image/jpeg', token: 'ab'.repeat(16), now }
    expect(mediaKey(parts)).toBe(`companies/7/2026/03/${'ab'.repeat(16)}.jpg`)
    expect(mediaKey({ ...parts, mimeType: '../../evil' })).toMatch(/\.bin$/)
  })

  it.each(['__proto__', 'constructor', ''])('has no extension of its own for %j', (mimeType) => {
    expect(extensionOf(mimeType)).toBe('bin')
  })
})

describe('a shown file name', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\x\\nota\u202e\u0000\n.pdf', 'nota.pdf'],
    ['', 'file'],
    ['..', 'file'],
    ['/', 'file'],
  ])('makes of %j %j', (original, shown) => {
    expect(sanitizeFileName(original)).toBe(shown)
  })
})

describe('text of a stranger', () => {
  it('loses NUL and lone surrogates', () => {
    expect(cleanText('a\u0000\ud800b😀')).toBe('a\ufffdb😀')
  })
})

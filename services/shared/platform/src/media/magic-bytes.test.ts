import { detectMimeType } from './magic-bytes'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

describe('the type of a file', () => {
  it.each([
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF')],
    ['image/png', bytes([0x89], 'PNG\r\n\x1a\n')],
    ['image/gif', bytes('GIF89a')],
    ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['audio/wav', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    ['application/pdf', bytes('%PDF-1.7')],
    ['video/mp4', bytes([0, 0, 0, 24], 'ftypisom')],
    ['audio/mp4', bytes([0, 0, 0, 24], 'ftypM4A ')],
    ['audio/mp4', bytes([0, 0, 0, 24], 'ftypiso5', 'moov', 'trak', 'hdlr', 'soun', 'mvex')],
    ['video/mp4', bytes([0, 0, 0, 24], 'ftypiso5', 'trak', 'soun', 'trak', 'vide', 'mvex')],
    ['video/mp4', bytes([0, 0, 0, 24], 'ftypiso5', 'trak', 'hdlr', 'soun')],
    ['video/quicktime', bytes([0, 0, 0, 24], 'ftypqt  ')],
    ['audio/ogg', bytes('OggS', [0, 2], 'OpusHead')],
    ['audio/mpeg', bytes('ID3', [4])],
    ['audio/mpeg', bytes([0xff, 0xfb, 0x90, 0x64])],
    ['audio/aac', bytes([0xff, 0xf1, 0x50, 0x80])],
    ['audio/webm', bytes([0x1a, 0x45, 0xdf, 0xa3], 'webm', 'A_OPUS')],
    ['video/webm', bytes([0x1a, 0x45, 0xdf, 0xa3], 'webm', 'V_VP8')],
    ['application/zip', bytes('PK\x03\x04', 'notes.txt')],
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes('PK\x03\x04', 'xl/workbook.xml'),
    ],
    ['text/plain', Buffer.from('Olá, ção 😀\n')],
    ['text/plain', Buffer.from('<html><script>alert(1)</script>')],
    ['text/plain', Buffer.from('<svg onload="alert(1)"/>')],
    ['application/octet-stream', bytes('MZ', [0x90, 0, 3, 0])],
    ['application/octet-stream', bytes([0xc3, 0x28, 0x61])],
    ['application/octet-stream', Buffer.alloc(0)],
  ])('is %s', (expected, sample) => {
    expect(detectMimeType(sample)).toBe(expected)
  })

  it('is text when the sample ends inside a character', () => {
    const sample = Buffer.from('ação').subarray(0, 2)
    expect(detectMimeType(sample, false)).toBe('text/plain')
    expect(detectMimeType(sample, true)).toBe('application/octet-stream')
  })
})

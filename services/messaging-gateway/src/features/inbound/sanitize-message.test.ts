import { boundBody, boundId, sanitizeMessage, boundTime } from './sanitize-message'

const now = new Date('2026-03-01T12:00:00Z')

describe('when a message was sent', () => {
  it.each([
    ['2026-03-01T11:00:00Z', true],
    ['2026-03-02T11:59:00Z', true],
    ['2009-01-01T00:00:00Z', true],
    ['2026-03-02T12:00:01Z', false],
    ['9999-01-01T00:00:00Z', false],
    ['2008-12-31T23:59:59Z', false],
    ['1930-01-01T00:00:00Z', false],
    ['nonsense', false],
  ])('%s is kept: %s', (text, isKept) => {
    const at = new Date(text)
    expect(boundTime(at, now)).toEqual(isKept ? at : now)
  })
})

describe('a message id', () => {
  it('stays what it is', () => expect(boundId('3EB0ABCDEF')).toBe('3EB0ABCDEF'))

  it('is a digest when it is no id any more, the same each time and another for another', () => {
    const long = 'x'.repeat(70_000)
    expect(boundId(long)).toMatch(/^long:[0-9a-f]{64}$/)
    expect(boundId(long)).toBe(boundId(long))
    expect(boundId(long)).not.toBe(boundId(`${long}y`))
  })
})

describe('a received message', () => {
  it('is cut at 65,536 and holds nothing that cannot be stored', () => {
    expect(boundBody('a'.repeat(70_000))).toHaveLength(65_536)
    expect(boundBody('a\u0000b\ud800')).toBe('ab\ufffd')
    expect(boundBody(`${'a'.repeat(65_535)}😀`)).toBe(`${'a'.repeat(65_535)}\ufffd`)
  })

  it('is bounded in every field', () => {
    const huge = 'é\u0000'.repeat(40_000)
    const person = { number: huge, lid: huge, name: huge }
    const message = sanitizeMessage(
      {
        waId: huge,
        chat: { phone: '55' },
        author: undefined,
        fromMe: false,
        contact: person,
        sender: person,
        kind: 'chat',
        body: huge,
        quotedWaId: huge,
        vcard: huge,
        media: {
          name: huge,
          claimedMimeType: huge,
          durationSeconds: 0,
          sizeBytes: 0,
          reference: undefined,
          open: () => Promise.reject(new Error('not asked')),
        },
        location: { latitude: 0, longitude: 0, name: huge, address: huge },
        ad: { title: huge, body: huge, url: huge, sourceType: huge, sourceId: huge, thumbnail: huge },
        marks: [],
        sentAt: now,
      },
      now,
    )
    const text = JSON.stringify(message)
    expect(text).not.toContain('\\u0000')
    expect(text.length).toBeLessThan(150_000)
  })
})

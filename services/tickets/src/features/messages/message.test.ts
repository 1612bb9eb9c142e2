import { chooseMediaKind, buildPreview, buildSearchableText } from './message'
import { derivePartClientId } from './outgoing'

describe('what a list shows of a message', () => {
  it('is the text, else the file, else the place, else the card', () => {
    expect(buildPreview({ body: 'oi', media: { name: 'a.png' } })).toBe('oi')
    expect(buildPreview({ body: '', media: { name: 'a.png' } })).toBe('a.png')
    expect(buildPreview({ body: '', location: { name: '', address: 'Rua 1' } })).toBe('Rua 1')
    expect(buildPreview({ body: '', vcard: 'BEGIN:VCARD\nFN:Marcos\nEND:VCARD' })).toBe('Marcos')
    expect(buildPreview({ body: '' })).toBe('')
  })

  it('is empty for a voice note, whose file name means nothing', () => {
    expect(buildPreview({ body: '', media: { name: 'audio-record-site-1795231525441.webm' } })).toBe('')
  })

  it('never ends inside a character', () => {
    expect(buildPreview({ body: '😀'.repeat(300) })).toBe('😀'.repeat(255))
  })
})

describe('what a message is found by', () => {
  it('includes file, place and card', () => {
    expect(
      buildSearchableText({
        body: 'oi',
        media: { name: 'boleto.pdf' },
        location: { name: 'Loja', address: 'Rua' },
        vcard: 'FN:Ana',
      }),
    ).toBe('oi boleto.pdf Loja Rua Ana')
  })
})

describe('a file', () => {
  it('is sent as what WhatsApp can show', () => {
    expect(
      ['image/png', 'image/heic', 'video/mp4', 'audio/ogg', 'application/pdf', 'text/plain'].map(
        chooseMediaKind,
      ),
    ).toEqual(['image', 'application', 'video', 'audio', 'application', 'application'])
  })
})

describe('parts of one request', () => {
  it('have stable ids of their own', () => {
    const id = '019A0000-0000-7000-8000-000000000001'
    expect(derivePartClientId(id, 0)).toBe(id.toLowerCase())
    expect(derivePartClientId(id, 1)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(derivePartClientId(id, 1)).toBe(derivePartClientId(id.toLowerCase(), 1))
    expect(derivePartClientId(id, 1)).not.toBe(derivePartClientId(id, 2))
  })
})

import type { TFunction } from 'i18next'

import { buildTicket } from '../../testing/desk-builders'
import { formatRowPreview, waitingTone } from './row-preview'

const t = ((key: string) => `📷 ${key}`) as unknown as TFunction

const me = { id: 12 }
const preview = (own: Parameters<typeof buildTicket>[0]) => {
  const { author, text } = formatRowPreview(buildTicket(own), me, t)
  return `${author} ${text}`.trim()
}

describe("a row's preview", () => {
  it('is the text without its marks', () =>
    expect(preview({ lastMessage: '*Marina:*\nBom _dia_ a_b' })).toBe('Marina:\nBom dia a_b'))
  it.each([
    ['you', { id: 12, name: 'Ana' }, '📷 preview.you oi'],
    ['a colleague', { id: 13, name: 'Bruno' }, 'Bruno: oi'],
    ['the signature, of an older message', null, 'Ana: oi'],
  ])('names %s once', (_who, lastMessageUser, shown) =>
    expect(preview({ lastMessage: '*Ana:*\n*oi*', lastMessageFromMe: true, lastMessageUser })).toBe(shown),
  )
  it('names none of us for what the product or the phone wrote', () =>
    expect(preview({ lastMessage: 'oi', lastMessageFromMe: true })).toBe('oi'))
  it('is the kind of a media without words', () =>
    expect(preview({ lastMessageKind: 'image', lastMessage: '' })).toBe('📷 preview.image'))
  it.each([
    ['image', 'IMG 0042.jpeg', '📷 preview.image'],
    ['audio', 'voz.wav', '📷 preview.audio'],
    ['application', 'boleto.pdf', '📷 boleto.pdf'],
    ['application', 'foto.png', '📷 foto.png'],
  ] as const)('is the name of a file only for documents: %s %s', (lastMessageKind, lastMessage, shown) =>
    expect(preview({ lastMessageKind, lastMessage })).toBe(shown),
  )
  it('is the caption with the sign of its kind', () =>
    expect(preview({ lastMessageKind: 'image', lastMessage: 'o vestido' })).toBe('📷 o vestido'))
  it.each([
    ['a name', 'Marcos', 'preview.vcardOf Marcos'],
    ['no name', '', 'preview.vcard'],
  ])('is a contact card with %s', (_what, lastMessage, shown) => {
    const words = ((key: string, holes?: { name: string }) =>
      holes ? `${key} ${holes.name}` : key) as unknown as TFunction
    const ticket = buildTicket({ lastMessageKind: 'vcard', lastMessage })
    expect(formatRowPreview(ticket, me, words).text).toBe(shown)
  })
  it('never is raw data', () =>
    expect(preview({ lastMessageKind: 'locationMessage', lastMessage: 'data:image/png;base64,AAAA' })).toBe(
      '📷 preview.locationMessage',
    ))
})

describe('how long a customer waits', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  it.each([
    [4, undefined],
    [5, 'amber'],
    [15, 'red'],
  ])('%d minutes', (minutes, tone) =>
    expect(waitingTone(new Date(now - minutes * 60_000).toISOString(), now)).toBe(tone),
  )
})

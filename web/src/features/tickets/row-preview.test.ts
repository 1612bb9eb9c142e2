import type { TFunction } from 'i18next'

import { buildTicket } from '../../testing/desk-builders'
import { formatRowPreview, waitingTone } from './row-preview'

const t = ((key: string) => `📷 ${key}`) as unknown as TFunction

describe("a row's preview", () => {
  it('is the text without its marks', () =>
    expect(formatRowPreview(buildTicket({ lastMessage: '*Marina:*\nBom _dia_ a_b' }), t)).toBe(
      'Marina:\nBom dia a_b',
    ))
  it('is the kind of a media without words', () =>
    expect(formatRowPreview(buildTicket({ lastMessageKind: 'image', lastMessage: '' }), t)).toBe(
      '📷 preview.image',
    ))
  it('is the caption with the sign of its kind', () =>
    expect(formatRowPreview(buildTicket({ lastMessageKind: 'image', lastMessage: 'o vestido' }), t)).toBe(
      '📷 o vestido',
    ))
  it('never is raw data', () =>
    expect(
      formatRowPreview(
        buildTicket({ lastMessageKind: 'locationMessage', lastMessage: 'data:image/png;base64,AAAA' }),
        t,
      ),
    ).toBe('📷 preview.locationMessage'))
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

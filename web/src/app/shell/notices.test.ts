import type { MessageView } from '@balcao/contracts'

import { buildContact, buildTicket, buildUser } from '../../testing/builders'
import { formatPreview } from './preview'
import { shouldNotifyOfChat } from './use-chat-notices'
import { shouldNotify } from './use-notices'
import { shouldRing } from './use-unread-tickets'

const message = { fromMe: false, read: false } as MessageView
const arrives = (ticket = buildTicket(), given: Partial<MessageView> = {}) => ({
  action: 'create' as const,
  message: { ...message, ...given },
  ticket,
  contact: buildContact(),
})
const elsewhere = { me: buildUser(), openUuid: null, visible: true }

describe('an incoming message', () => {
  it('is told when it is mine to answer', () => {
    expect(shouldNotify(arrives(), elsewhere)).toBe(true)
    expect(shouldNotify(arrives(buildTicket({ userId: null, user: null })), elsewhere)).toBe(true)
  })

  it.each([
    ['from me', arrives(buildTicket(), { fromMe: true })],
    ['in a group', arrives(buildTicket({ isGroup: true }))],
    ['for a colleague', arrives(buildTicket({ userId: 77 }))],
    ['of a queue that is not mine', arrives(buildTicket({ userId: null, queueId: 4 }))],
    [
      'of a pending ticket, to a user who does not see those',
      arrives(buildTicket({ status: 'pending', userId: null })),
    ],
  ])('is not told %s', (_name, event) => {
    expect(shouldNotify(event, elsewhere)).toBe(false)
  })

  it('is not told while its ticket is in front of me, but is in a hidden tab', () => {
    const event = arrives()
    expect(shouldNotify(event, { ...elsewhere, openUuid: event.ticket.uuid })).toBe(false)
    expect(shouldNotify(event, { ...elsewhere, openUuid: event.ticket.uuid, visible: false })).toBe(true)
  })
})

describe('the bell', () => {
  it('rings for pending tickets only with allTicket', () => {
    const pending = buildTicket({ status: 'pending' })
    expect([shouldRing(pending, 'enabled'), shouldRing(pending, 'desabled')]).toEqual([true, false])
    expect(shouldRing(buildTicket({ unreadMessages: 0 }), 'enabled')).toBe(false)
  })

  it('has words for media and never shows a raw location', () => {
    const words = ((key: string) => key) as Parameters<typeof formatPreview>[2]
    const ticket = buildTicket({
      lastMessage: 'data:image/png;base64,AAAA|https://maps',
      lastMessageKind: 'locationMessage',
      lastMessageFromMe: true,
      lastMessageUser: { id: 12, name: 'Ana' },
    })
    expect(formatPreview(ticket, { id: 12 }, words)).toBe('preview.you preview.locationMessage')
    expect(formatPreview(ticket, { id: 13 }, words)).toBe('Ana: preview.locationMessage')
    expect(formatPreview(buildTicket({ lastMessage: 'oi' }), null, words)).toBe('oi')
    const card = buildTicket({ lastMessage: 'Marcos', lastMessageKind: 'vcard' })
    expect(formatPreview(card, null, words)).toBe('preview.vcardOf')
  })
})

describe('an internal message', () => {
  const event = (senderId: number) =>
    ({ action: 'new-message', newMessage: { senderId }, chat: { uuid: 'turno' } }) as Parameters<
      typeof shouldNotifyOfChat
    >[0]

  it.each([
    ['of a colleague', 2, null, true, true],
    ['of a colleague, in the open chat', 2, 'turno', true, false],
    ['of a colleague, in the open chat of a hidden tab', 2, 'turno', false, true],
    ['of my own', 1, null, true, false],
  ])('%s', (_which, senderId, openUuid, visible, expected) =>
    expect(shouldNotifyOfChat(event(senderId), { myId: 1, openUuid, visible })).toBe(expected),
  )
})

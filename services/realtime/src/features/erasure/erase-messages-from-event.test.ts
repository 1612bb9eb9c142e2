import { companyId } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  MessageSnapshot,
  TicketSnapshot,
  type DeskEvent,
  type EventValue,
} from '@balcao/contracts/wire'

import { eraseMessagesFromEvent } from './erase-messages-from-event'

const stamp = { ids: { next: () => 'e' }, clock: { now: () => new Date(0) } }
const ours = companyId(1)
const erased = new Set(['gone'])

const message = (over: Partial<MessageSnapshot>) =>
  MessageSnapshot.fromPartial({ id: 'kept', body: 'segredo', senderName: 'Ana', contactId: 5, ...over })
const ticket = (over: Partial<TicketSnapshot>) =>
  TicketSnapshot.fromPartial({ id: 9, lastMessage: 'segredo', lastMessageId: 'kept', ...over })
const quoted = { id: 'gone', body: 'segredo', kind: 'chat', fromMe: true, senderName: 'Ana' }
const media = {
  key: 'k',
  name: 'segredo.png',
  mimeType: 'image/png',
  sizeBytes: 1,
  width: 0,
  height: 0,
  durationSeconds: 0,
}

const changed = (value: EventValue<'messageChanged'>): DeskEvent =>
  deskEvent(stamp, orderingKeys.ticket(ours, 9), 'messageChanged', value)
const appended = (value: Partial<EventValue<'messageAppended'>>): DeskEvent =>
  deskEvent(stamp, orderingKeys.ticket(ours, 9), 'messageAppended', {
    message: message({}),
    ticket: ticket({}),
    previous: undefined,
    ...value,
  })
const ticketChanged = (value: Partial<TicketSnapshot>): DeskEvent =>
  deskEvent(stamp, orderingKeys.ticket(ours, 9), 'ticketChanged', {
    ticket: ticket(value),
    previous: undefined,
  })

it.each<[string, DeskEvent]>([
  ['a message that is not among them', changed({ message: message({}), place: undefined })],
  [
    'a quote of another',
    changed({ message: message({ quoted: { ...quoted, id: 'kept' } }), place: undefined }),
  ],
  ['a list that shows another', ticketChanged({})],
  ['a ticket without a known last message', ticketChanged({ lastMessageId: '' })],
  ['what is no message', deskEvent(stamp, orderingKeys.tag(ours, 1), 'tagDeleted', { tagId: 1 })],
])('%s stays the same object', (_title, event) => expect(eraseMessagesFromEvent(event, erased)).toBe(event))

it.each<[string, DeskEvent, string]>([
  ['text', changed({ message: message({ id: 'gone' }), place: undefined }), 'segredo'],
  ['file', changed({ message: message({ id: 'gone', body: '', media }), place: undefined }), 'segredo'],
  [
    'card',
    changed({ message: message({ id: 'gone', body: '', vcard: 'segredo' }), place: undefined }),
    'segredo',
  ],
  [
    'text above choices',
    changed({
      message: message({
        id: 'gone',
        body: '',
        choices: { kind: 'buttons', text: 'segredo', button: '', options: [], url: '' },
      }),
      place: undefined,
    }),
    'segredo',
  ],
  [
    'tapped choice',
    changed({ message: message({ id: 'gone', body: '', choiceId: 'segredo' }), place: undefined }),
    'segredo',
  ],
  [
    'transcript',
    changed({ message: message({ id: 'gone', body: '', transcript: 'segredo' }), place: undefined }),
    'segredo',
  ],
  [
    'place',
    appended({
      message: message({
        id: 'gone',
        body: '',
        location: { latitude: 1, longitude: 2, name: 'segredo', address: '' },
      }),
      ticket: ticket({ lastMessage: '' }),
    }),
    'segredo',
  ],
  [
    'own quote',
    changed({
      message: message({ id: 'gone', body: '', quoted: { ...quoted, id: 'kept' } }),
      place: undefined,
    }),
    'segredo',
  ],
  [
    'emoji',
    changed({
      message: message({ id: 'gone', reactions: [{ emoji: '👍', byUs: false, name: 'Bia' }] }),
      place: undefined,
    }),
    'Bia',
  ],
  ['quote by others', changed({ message: message({ body: '', quoted }), place: undefined }), 'segredo'],
  ['line in a list', ticketChanged({ lastMessageId: 'gone' }), 'segredo'],
  [
    'line in a list of waiting tickets',
    ticketChanged({ lastMessage: 'menu', lastReceived: 'segredo', lastReceivedId: 'gone' }),
    'segredo',
  ],
  [
    'line in the list beside another message',
    appended({ message: message({ body: '' }), ticket: ticket({ lastMessageId: 'gone' }) }),
    'segredo',
  ],
])('its %s is gone', (_title, event, word) => {
  expect(JSON.stringify(event)).toContain(word)
  expect(JSON.stringify(eraseMessagesFromEvent(event, erased))).not.toContain(word)
})

it('is told as deleted', () => {
  const told = eraseMessagesFromEvent(changed({ message: message({ id: 'gone' }), place: undefined }), erased)
  expect(told.body.value).toMatchObject({ message: { id: 'gone', deleted: true, contactId: 5 } })
})

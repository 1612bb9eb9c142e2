import { act, screen } from '@testing-library/react'

import { buildConnection, buildTicket } from '../../testing/builders'
import { renderApp } from '../../testing/render-app'
import { HeldNote } from './held-note'

const held = buildConnection({
  id: 1,
  newChatsHeld: { why: 'day-cap', until: new Date(2099, 10, 22, 15, 30).toISOString() },
})
const free = buildConnection({ id: 1 })
const unsent = { whatsappId: 1, lastMessageFromMe: true, lastMessageAck: 0 }

const open = async (ticket: Parameters<typeof buildTicket>[0], connection = held) => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], advanceTimers: true })
  await renderApp(<HeldNote ticket={buildTicket(ticket)} />, { answer: () => ({ body: [connection] }) })
  await act(() => jest.advanceTimersByTimeAsync(3_000))
}

afterEach(() => jest.useRealTimers())

it('a ticket says that its message waits, and until when', async () => {
  await open(unsent)
  expect(await screen.findByText(/^Esta mensagem espera até 22/)).toBeTruthy()
})

it.each([
  ['when the message has left', { ...unsent, lastMessageAck: 1 }, held],
  ['when the customer wrote last', { ...unsent, lastMessageFromMe: false }, held],
  ['of another number', { ...unsent, whatsappId: 2 }, held],
  ['when the number is free', unsent, free],
])('and nothing %s', async (_when, ticket, connection) => {
  await open(ticket, connection)
  expect(screen.queryByText(/^Esta mensagem espera/)).toBeNull()
})

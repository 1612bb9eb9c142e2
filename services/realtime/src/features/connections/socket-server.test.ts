import { companyId } from '@balcao/contracts'
import { fixedClock } from '@balcao/testkit'
import { Server } from 'socket.io'

import { createLiveSockets } from './live-sockets.sockets'
import { forbidGlobalEmit } from './socket-server.sockets'

describe('an emit without a room', () => {
  const io = new Server()
  forbidGlobalEmit(io)

  it.each([
    // eslint-disable-next-line no-restricted-syntax -- tests the run-time guard behind this rule
    ['io.emit', () => io.emit('x')],
    ['io.send', () => io.send('x')],
    ['io.local.emit', () => io.local.emit('x')],
    ['io.volatile.emit', () => io.volatile.emit('x')],
    ['io.sockets.emit', () => io.sockets.emit('x')],
    ['io.except.emit', () => io.except('company:7').emit('x')],
  ])('throws: %s', (_name, emit) => {
    expect(emit).toThrow('every company')
  })

  it('with a room does not', () => {
    expect(() => io.to('company:7').emit('x')).not.toThrow()
  })
})

it.each(['company:70', 'company:8:admins', 'company:77:queue:3'] as const)(
  'company 7 must not speak in %s',
  (room) => {
    const live = createLiveSockets({ io: undefined }, fixedClock(), () => Promise.resolve())
    const item = { seq: 1, channel: 'tag', payload: { action: 'delete', tagId: 1 } } as const
    expect(() => live.send(companyId(7), item, [room], [])).toThrow('must not speak')
  },
)

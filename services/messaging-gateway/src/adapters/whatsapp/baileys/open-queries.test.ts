import { EventEmitter } from 'node:events'

import { endOpenQueries } from './open-queries'

describe('a question that is open when the library ends its socket', () => {
  const socket = new EventEmitter()
  endOpenQueries(socket)

  it('fails at once', () => {
    const failed = jest.fn()
    socket.on('close', failed)
    socket.removeAllListeners('close')
    expect(failed).toHaveBeenCalledTimes(1)
    socket.emit('close')
    expect(failed).toHaveBeenCalledTimes(1)
  })

  it('does not mind what else is no longer listened to', () => {
    const failed = jest.fn()
    socket.on('close', failed)
    socket.removeAllListeners('message')
    expect(failed).not.toHaveBeenCalled()
  })
})

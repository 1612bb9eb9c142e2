import { waitFor } from '@balcao/testkit'

import { limitCloseHandshake } from './close-timeout'

it('a close frame without an answer ends the socket after the time limit', async () => {
  const heard: string[] = []
  const socket = { close: () => void heard.push('close'), terminate: () => void heard.push('terminate') }
  limitCloseHandshake(socket, 1)
  socket.close()
  expect(heard).toEqual(['close'])
  await waitFor(() => heard.length === 2)
  expect(heard).toEqual(['close', 'terminate'])
})

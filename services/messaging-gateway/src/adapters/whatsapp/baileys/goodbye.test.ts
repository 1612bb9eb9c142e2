import { waitFor } from '@balcao/testkit'

import { hurryGoodbye } from './goodbye'

it('a goodbye that nobody answers ends the line soon', async () => {
  const heard: string[] = []
  const socket = { close: () => void heard.push('close'), terminate: () => void heard.push('terminate') }
  hurryGoodbye(socket, 1)
  socket.close()
  expect(heard).toEqual(['close'])
  await waitFor(() => heard.length === 2)
  expect(heard).toEqual(['close', 'terminate'])
})

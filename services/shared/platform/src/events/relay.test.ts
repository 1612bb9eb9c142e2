import { createServer, type AddressInfo } from 'node:net'

import { waitFor } from '@balcao/testkit'

import type { PgDatabase } from '../postgres'
import { startRelay } from './relay'

it('a relay whose database is away tries twice a second, whatever its lost connections tell', async () => {
  const tried: number[] = []
  const server = createServer((socket) => {
    tried.push(performance.now())
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const login = { host: '127.0.0.1', port, user: 'a', password: 'b', database: 'c' }
  const db = { server: login, schema: 'away' } as unknown as PgDatabase
  const relay = startRelay({ db, transport: { publish: () => undefined } as never })
  await waitFor(() => tried.length >= 4)
  await relay.stop()
  await new Promise((resolve) => server.close(resolve))
  const pauses = tried.slice(1).map((at, index) => at - (tried[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(400)
})

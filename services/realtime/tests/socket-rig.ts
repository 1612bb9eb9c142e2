import { userId } from '@balcao/contracts'
import { orderingKeys } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'
import { givenSession, waitFor, type TestDatabase } from '@balcao/testkit'
import type { Socket } from 'socket.io-client'

import { A, type Client, type Desk } from './support'

/** Everything received under this desk's own names, except presence. */
export const heardBy = (client: Client) =>
  client.heard.filter(({ name }) => /^company-\d+-[A-Za-z]+$/.test(name) && !name.endsWith('-userPresence'))

export const listChannels = (client: Client) =>
  heardBy(client).map(({ name, payload }) => `${name} ${String(payload.action)}`)

export const waitForRefusal = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      resolve(error.data?.code ?? error.message),
    )
    socket.once('connect', () => reject(new Error('it was let in')))
  })

/** Sessions and waits of a test file. @param present its database and desk. */
export function createSocketCalls(present: () => { pg: TestDatabase; desk: Desk }) {
  let lastUser = 0
  const given = (overrides: Partial<Session>): Promise<Session> =>
    givenSession(present().pg, 'realtime', { companyId: A, userId: userId((lastUser += 1)), ...overrides })

  /** Published last: when it arrives, all earlier rows have arrived, because the feed is ordered. */
  const quiet = async (...clients: Client[]) => {
    const before = clients.map(({ heard }) => heard.filter(({ name }) => name.endsWith('-tag')).length)
    await present().desk.publish(A, 'tagDeleted', { tagId: 1_000 }, orderingKeys.tag(A, 1_000))
    await waitFor(() =>
      clients.every(
        ({ heard }, index) => heard.filter(({ name }) => name.endsWith('-tag')).length > (before[index] ?? 0),
      ),
    )
  }
  return { given, quiet }
}

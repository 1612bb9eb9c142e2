import type { ListeningState } from '@balcao/kernel'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import { gatewayDatabase, pairedConnection, people, SCHEMA, startGateway, statusIs } from './support'

/*
 * A process that ended without a word: its leases would last an hour here, so that only the refusal of its address can
 * set them free.
 */

const ENDED = 'ended-1'
const ADDRESS = '127.0.0.1:9'
const PATIENCE_MS = 60_000

let pg: TestDatabase
let ids: number[] = []
let says: ListeningState = 'listening'
let probes = 0

const peers = {
  messaging: () => {
    throw new Error('no other process is called')
  },
  probe: () => {
    probes += 1
    return Promise.resolve(says)
  },
}

const holders = async () =>
  (
    await pg.sql<{ owner: string }>(
      `SELECT DISTINCT owner FROM ${SCHEMA}.session_lease WHERE name = ANY ($1) ORDER BY 1`,
      [ids.map((id) => `session:${id}`)],
    )
  ).map(({ owner }) => owner)

/* Once its end is known its row is gone, and stays so. */
const beatsAgo = (seconds: number) =>
  pg.sql(`UPDATE ${SCHEMA}.gateway_processes SET seen_at = now() - $2 * interval '1 s' WHERE owner = $1`, [
    ENDED,
    seconds,
  ])

beforeAll(async () => {
  pg = await gatewayDatabase()
  const first = await startGateway(pg)
  const { admin, foreigner } = await people(pg, first.url)
  ids = [await pairedConnection(first, admin, 'Recepção'), await pairedConnection(first, foreigner, 'Vendas')]
  await first.stop()
  await pg.sql(
    `UPDATE ${SCHEMA}.session_lease SET owner = $1, expires_at = now() + interval '1 hour' WHERE name = ANY ($2)`,
    [ENDED, ids.map((id) => `session:${id}`)],
  )
  await pg.sql(
    `INSERT INTO ${SCHEMA}.session_lease (name, owner, epoch, expires_at)
      VALUES ('job-of-the-ended', $1, 1, now() + interval '1 hour'), ('job-of-another', 'other', 1, now() + interval '1 hour')`,
    [ENDED],
  )
  await pg.sql(
    `INSERT INTO ${SCHEMA}.gateway_processes (owner, rpc_address, draining, seen_at) VALUES ($1, $2, false, now())`,
    [ENDED, ADDRESS],
  )
})

afterAll(() => pg.close())

it('keeps its sessions while its address listens, and loses them when it refuses', async () => {
  const second = await startGateway(pg, { peers })
  await waitFor(() => Promise.resolve(probes > 0), PATIENCE_MS)

  const silentSince = probes
  await waitFor(async () => {
    await beatsAgo(5)
    return probes > silentSince + 3
  }, PATIENCE_MS)
  expect(await holders()).toEqual([ENDED])

  says = 'unknown'
  const unknownSince = probes
  await waitFor(async () => {
    await beatsAgo(5)
    return probes > unknownSince + 3
  }, PATIENCE_MS)
  expect(await holders()).toEqual([ENDED])

  says = 'refused'
  await waitFor(async () => {
    await beatsAgo(5)
    return (await holders()).join() === second.ports.self.owner
  }, PATIENCE_MS)
  const { admin, foreigner } = await people(pg, second.url)
  await statusIs(admin, ids[0] ?? 0, 'CONNECTED')
  await statusIs(foreigner, ids[1] ?? 0, 'CONNECTED')
  const leases = await pg.sql(
    `SELECT name, owner FROM ${SCHEMA}.session_lease WHERE name LIKE 'job-of%' ORDER BY name`,
  )
  expect(leases).toEqual([
    { name: 'job-of-another', owner: 'other' },
    { name: 'job-of-the-ended', owner: null },
  ])
  expect(await pg.sql(`SELECT FROM ${SCHEMA}.gateway_processes WHERE owner = $1`, [ENDED])).toEqual([])
})

import { companyId } from '@balcao/contracts'
import { deskEvent } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'
import { createInProcessTransport, startRelay } from '@balcao/platform'
import { testDatabase, testPorts, waitFor } from '@balcao/testkit'
import { Client } from 'pg'

it('shards that a hanging relay leaves free are taken by the others', async () => {
  const pg = await testDatabase([{ schema: 'desk', migrations: [] }])
  const ports = testPorts(pg, 'desk')
  // Counts as a relay, and never locks a shard.
  const hanging = new Client({ ...pg.db('desk').server })
  await hanging.connect()
  await hanging.query("SELECT pg_advisory_lock_shared(hashtext('balcao relays desk'), 0)")
  pg.onClose(() => hanging.end())
  const handled = new Set<string>()
  const subscription: Subscription = {
    group: 'desk.settings',
    topic: 'auth',
    cases: ['settingChanged'],
    handle: async ({ event }) => void handled.add(event.eventId),
  }
  const transport = createInProcessTransport({ consumers: [{ subscription, db: ports.db }] })
  const relay = startRelay({ db: pg.db('desk'), transport })
  pg.onClose(async () => {
    await transport.stop()
    await relay.stop()
  })
  const events = Array.from({ length: 40 }, (_, n) =>
    deskEvent(ports, { companyId: companyId(1), orderingKey: `setting:${n}` }, 'settingChanged', {
      key: `${n}`,
      value: 'v',
    }),
  )
  await ports.db.withTenant(companyId(1), (tx) => ports.events.append(tx, events))
  expect(await waitFor(() => handled.size === 40)).toBe(true)
})

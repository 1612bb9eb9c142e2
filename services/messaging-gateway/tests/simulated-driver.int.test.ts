import { systemClock } from '@balcao/kernel'
import { sequentialIds, testPorts } from '@balcao/testkit'

import { SimulatedDriver } from '../src/adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork } from '../src/adapters/whatsapp/simulated/simulated-network'
import { gatewayDatabase, SCHEMA } from './support'
import { whatsAppDriverContract } from './whatsapp-driver.contract'

whatsAppDriverContract('the simulated driver', async () => {
  const pg = await gatewayDatabase()
  const ports = testPorts(pg, SCHEMA)
  const network = new SimulatedNetwork({
    db: ports.db,
    clock: systemClock,
    ids: sequentialIds(500),
    chance: () => 0.5,
    times: { pollMs: 20, qrMs: 60_000 },
  })
  await network.outbound.changeBehaviour({ receipts: 'manual' })
  const lease = await ports.leases.acquire('session:1')
  if (!lease) throw new Error('no lease')
  const plain = {
    connectionId: 1,
    name: '',
    kind: 'chat' as const,
    mediaId: null,
    media: undefined,
    quotedId: '',
    extra: {},
  }
  return {
    driver: new SimulatedDriver(network),
    lease,
    numbers: { known: '5511999990001', unknown: '00011112222' },
    scan: async () => {
      await network.lines.scan(1, '5511940000001')
      network.wake(1)
    },
    write: async (number, id, body) => {
      await network.inbound.store([{ ...plain, chat: number, id, body }], new Date())
      network.wake(1)
    },
    end: async (reason) => {
      await network.lines.end(1, reason)
      network.wake(1)
    },
    receipt: async (ids, ack) => {
      await network.outbound.give(1, ids, ack, new Date())
      network.wake(1)
    },
    arrived: async () => {
      const rows = await pg.sql<{
        id: string
        body: string
        number: string
        deleted: boolean
        bytes: Buffer | null
      }>(
        `SELECT m.id, m.body, m.chat AS number, m.deleted, d.content AS bytes FROM simulator.messages m LEFT JOIN simulator.media d ON d.id = m.media_id
         WHERE m.direction = 'out' ORDER BY m.seq`,
      )
      return rows.map(({ bytes, ...row }) => (bytes ? { ...row, bytes } : row))
    },
    close: () => pg.close(),
  }
})

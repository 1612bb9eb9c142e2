import { capabilities } from '@balcao/contracts'
import { systemClock } from '@balcao/kernel'
import { sequentialIds } from '@balcao/testkit'

import { SimulatedDriver } from '../src/adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork } from '../src/adapters/whatsapp/simulated/simulated-network'
import type { DriverSession, WhatsAppDriver } from '../src/features/whatsapp-driver'
import {
  asksToSend,
  gatewayDatabase,
  messageUuid,
  pairedConnection,
  people,
  quiet,
  SCHEMA,
  startGateway,
} from './support'

describe('a session that is ended on purpose', () => {
  it('still records what its socket was delivering, and releases the lease afterwards', async () => {
    const pg = await gatewayDatabase()
    const heard: unknown[] = []
    let late: (() => Promise<void>) | undefined
    let waId = ''
    const network = new SimulatedNetwork({
      db: pg.db(SCHEMA),
      clock: systemClock,
      ids: sequentialIds(800),
      chance: () => 0.5,
      times: { pollMs: 30, qrMs: 60_000 },
    })
    const simulated = new SimulatedDriver(network)
    const open: WhatsAppDriver['open'] = async (request) => {
      const session = await simulated.open(request)
      late = () => request.callbacks.receipt([waId], 4)
      const close = async () => {
        heard.push(
          await request.callbacks.receipt([waId], 4).then(
            () => 'taken',
            (error: unknown) => error,
          ),
        )
        await session.close()
      }
      return Object.assign(Object.create(session) as DriverSession, { close })
    }
    const driver: WhatsAppDriver = {
      provider: 'simulated',
      capabilities: capabilities.simulated,
      open,
      forget: (company, connection) => simulated.forget(company, connection),
      pending: () => simulated.pending(),
    }
    const gateway = await startGateway(pg, { tuning: { drivers: [driver] } })
    const { admin } = await people(pg, gateway.url)
    const connectionId = await pairedConnection(gateway, admin, 'Vendas')
    await asksToSend(gateway, { messageId: messageUuid(1), connectionId, number: '5511999990001' })
    await quiet(gateway)
    const [row] = await pg.sql<{ wa_id: string }>(`SELECT wa_id FROM ${SCHEMA}.outbound`)
    waId = row?.wa_id ?? ''
    await gateway.stop()
    expect(heard).toEqual(['taken'])
    await expect(late?.()).rejects.toMatchObject({ code: 'ERR_LEASE_LOST' })
    expect(await pg.sql(`SELECT state FROM ${SCHEMA}.outbound`)).toEqual([{ state: 'PLAYED' }])
    expect(
      await pg.sql(
        `SELECT name FROM ${SCHEMA}.session_lease WHERE owner IS NOT NULL AND name LIKE 'session:%'`,
      ),
    ).toEqual([])
  })
})

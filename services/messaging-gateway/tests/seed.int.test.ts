import { queueId, type ConnectionView } from '@balcao/contracts'
import { testPorts } from '@balcao/testkit'

import { seedConnection } from '../src/seed'
import { acme, gatewayDatabase, people, realClock, SCHEMA, startGateway, statusIs } from './support'

describe('a seeded connection', () => {
  it('connects by itself, with a number and without a code', async () => {
    const pg = await gatewayDatabase()
    const ports = testPorts(pg, SCHEMA, { clock: realClock() })
    const seeded = await seedConnection(ports, {
      companyId: acme,
      name: 'Demonstração',
      isDefault: true,
      queueIds: [queueId(3)],
    })
    const getQueues = () => Promise.resolve({ queues: [] })
    const gateway = await startGateway(pg, { rpc: { tickets: { getQueues } } })
    const { admin, foreigner } = await people(pg, gateway.url)
    await statusIs(admin, seeded.id, 'CONNECTED')
    const { body } = await admin<ConnectionView>('GET', `/whatsapp/${seeded.id}`)
    expect(body).toMatchObject({ isDefault: true, queueIds: [3], qrcode: '', retries: 0 })
    expect(body.number).toMatch(/^55119\d{8}$/)
    expect((await foreigner('GET', `/whatsapp/${seeded.id}`)).status).toBe(404)
  })
})

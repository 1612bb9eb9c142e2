import { capabilities, type SimulatorOutboundItem } from '@balcao/contracts'
import { systemClock } from '@balcao/kernel'
import { sequentialIds, waitFor, type TestDatabase } from '@balcao/testkit'

import { SimulatedDriver } from '../src/adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork } from '../src/adapters/whatsapp/simulated/simulated-network'
import { toChat } from '../src/adapters/whatsapp/simulated/translate'
import type { DriverSession, WhatsAppDriver } from '../src/features/whatsapp-driver'
import {
  asksToSend,
  caller,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  pairedConnection,
  people,
  quiet,
  received,
  SCHEMA,
  startGateway,
  type CrashPoint,
  type Gateway,
} from './support'

/*
 * A process that dies at any step of receiving or sending leaves a state from which the next one continues: the desk has each
 * message once, the network each id once.
 */
/** Each event once, in rising order, to the end; a receipt may show acceptance before the server repeats it. */
const expectRising = (acks: readonly number[]) => {
  expect(acks).toEqual([...new Set(acks)].sort())
  expect(acks.at(-1)).toBe(3)
}

describe('a process that dies', () => {
  let pg: TestDatabase
  let connection: number
  let network: SimulatedNetwork
  let index = 0

  const items = async (gateway: Gateway) =>
    (
      await caller(gateway.url)<{ items: SimulatorOutboundItem[] }>(
        'GET',
        `/simulator/outbound?connection=${connection}`,
      )
    ).body.items

  /** A driver whose network survives the process. */
  const createDriver = (
    wrap: (session: DriverSession) => DriverSession = (session) => session,
  ): WhatsAppDriver => {
    const driver = new SimulatedDriver(network)
    return {
      provider: 'simulated',
      capabilities: capabilities.simulated,
      open: async (request) => wrap(await driver.open(request)),
      forget: (companyId, connectionId) => driver.forget(companyId, connectionId),
    }
  }

  const connected = async (driver: WhatsAppDriver) => {
    const gateway = await startGateway(pg, { tuning: { drivers: [driver] } })
    await waitFor(async () => {
      const [row] = await pg.sql<{ status: string }>(
        `SELECT status FROM ${SCHEMA}.connections WHERE id = $1`,
        [connection],
      )
      const [line] = await pg.sql<{ owner: string | null }>(
        `SELECT owner FROM ${SCHEMA}.session_lease WHERE name = $1`,
        [`session:${connection}`],
      )
      return row?.status === 'CONNECTED' && line?.owner
    })
    await quiet(gateway)
    return gateway
  }

  const recover = async (dead: Gateway) => {
    await dead.crash()
    const next = await startGateway(pg)
    await quiet(next)
    return next
  }

  beforeAll(async () => {
    pg = await gatewayDatabase()
    const first = await startGateway(pg)
    const { admin } = await people(pg, first.url)
    connection = await pairedConnection(first, admin, 'Vendas')
    await first.stop()
    const ids = sequentialIds(999)
    network = new SimulatedNetwork({
      db: pg.db(SCHEMA),
      clock: systemClock,
      ids,
      chance: () => 0.5,
      times: { pollMs: 50, qrMs: 60_000 },
    })
  })

  const sendThrough = async (
    gateway: Gateway,
    dies: () => Promise<unknown>,
    arm: () => void = () => undefined,
  ) => {
    index += 1
    const [messageId, body, number] = [
      messageUuid(index),
      `message ${index}`,
      `551199900${String(index).padStart(4, '0')}`,
    ]
    await asksToSend(gateway, { messageId, connectionId: connection, number, body })
    arm()
    await dies()
    const next = await recover(gateway)
    const arrived = (await items(next)).filter((item) => item.body === body)
    const acks = (await outboundChanges(pg))
      .map((event) => event.body.value)
      .filter((change) => change.messageId === messageId)
    await next.stop()
    return {
      arrived: arrived.map(({ ack }) => ack),
      acks: acks.map(({ ack }) => ack),
      sightings: arrived[0]?.sightings,
    }
  }

  const points: CrashPoint[] = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((transaction) => [
    { transaction, when: 'before' as const },
    { transaction, when: 'after' as const },
  ])

  it.each(points)(
    'while sending, $when transaction $transaction, is taken over without loss or doubling',
    async (point) => {
      const gateway = await connected(createDriver())
      const outcome = await sendThrough(
        gateway,
        // Sessions without work open no transaction, so there may be nothing to interrupt.
        () => waitFor(() => gateway.hasCrashed(), 300).catch(() => undefined),
        () => gateway.arm(point),
      )
      expect(outcome.arrived).toEqual([3])
      expectRising(outcome.acks)
    },
  )

  it.each(['before the frame leaves', 'after the frame has arrived'])(
    '%s has its message sent again under the same id',
    async (moment) => {
      let isDying = false
      const living: { gateway?: Gateway } = {}
      const dying = createDriver((session) => {
        const send: DriverSession['send'] = async (message) => {
          if (moment.startsWith('after'))
            await network.outbound.receive(
              await readSocket(),
              { ...plain, id: message.waId, body: message.body, chat: toChat(message.chat) },
              new Date(),
            )
          isDying = true
          await living.gateway?.crash()
          throw new Error('crashed')
        }
        return Object.assign(Object.create(session) as DriverSession, { send })
      })
      const plain = { kind: 'chat' as const, media: undefined, quotedId: '', extra: {} }
      const readSocket = async () => {
        const line = await network.devices.find(connection)
        return { connectionId: connection, socket: line?.socket ?? '' }
      }
      const gateway = await connected(dying)
      living.gateway = gateway
      await network.outbound.changeBehaviour({ receipts: 'manual' })
      const outcome = await sendThrough(gateway, () => waitFor(() => isDying))
      await network.outbound.changeBehaviour({ receipts: 'auto' })
      expect(outcome).toEqual({ arrived: [1], acks: [1], sightings: moment.startsWith('after') ? 2 : 1 })
    },
  )

  it.each(points.slice(0, 6))(
    'while receiving, $when transaction $transaction, gets everything again, in order',
    async (point) => {
      index += 1
      const number = `551188900${String(index).padStart(4, '0')}`
      const gateway = await connected(createDriver())
      gateway.arm(point)
      const texts = ['um', 'dois', 'três', 'quatro', 'cinco'].map((text) => `${text} ${index}`)
      const plain = {
        connectionId: connection,
        chat: number,
        name: '',
        kind: 'chat' as const,
        mediaId: null,
        media: undefined,
        quotedId: '',
        extra: {},
      }
      await network.inbound.store(
        texts.map((body) => ({ ...plain, id: body, body })),
        new Date(),
      )
      await waitFor(() => gateway.hasCrashed())
      const next = await recover(gateway)
      const bodies = (await received(pg))
        .map((event) => event.body.value)
        .filter((message) => message.contact?.number === number)
      expect(bodies.map((message) => message.body)).toEqual(texts)
      await next.stop()
    },
  )

  it("writes nothing once its lease is another's", async () => {
    const gateway = await connected(createDriver())
    await pg.sql(
      `UPDATE ${SCHEMA}.session_lease SET owner = 'another', epoch = epoch + 1, expires_at = now() + interval '1 hour' WHERE name = $1`,
      [`session:${connection}`],
    )
    const before = {
      received: (await received(pg)).length,
      changes: (await outboundChanges(pg)).length,
      items: (await items(gateway)).length,
    }
    const statusBefore = await pg.sql(`SELECT status, updated_at FROM ${SCHEMA}.connections WHERE id = $1`, [
      connection,
    ])
    index += 1
    await caller(gateway.url)('POST', '/simulator/inbound', {
      messages: [{ connection, number: '5511777000000', body: 'zumbi?' }],
    })
    await asksToSend(gateway, {
      messageId: messageUuid(index),
      connectionId: connection,
      number: '5511777000000',
      body: 'zumbi!',
    })
    await waitFor(async () => (await network.devices.find(connection))?.socket === null)
    expect({
      received: (await received(pg)).length,
      changes: (await outboundChanges(pg)).length,
      items: (await items(gateway)).length,
    }).toEqual(before)
    expect(
      await pg.sql(`SELECT status, updated_at FROM ${SCHEMA}.connections WHERE id = $1`, [connection]),
    ).toEqual(statusBefore)
    const [row] = await pg.sql(`SELECT state, tries FROM ${SCHEMA}.outbound WHERE message_id = $1`, [
      messageUuid(index),
    ])
    expect(row).toEqual({ state: 'QUEUED', tries: 0 })
    await pg.sql(`UPDATE ${SCHEMA}.session_lease SET owner = NULL WHERE name = $1`, [`session:${connection}`])
    await quiet(gateway)
    await waitFor(async () => (await items(gateway)).some((item) => item.body === 'zumbi!'))
    expect((await received(pg)).filter((event) => event.body.value.body === 'zumbi?')).toHaveLength(1)
    await gateway.stop()
  })
})

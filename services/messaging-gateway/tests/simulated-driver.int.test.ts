import { systemClock } from '@balcao/kernel'
import { sequentialIds, testPorts } from '@balcao/testkit'

import type { PhoneMessage } from '../src/adapters/whatsapp/simulated/inbound-ledger'
import { SimulatedDriver } from '../src/adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork } from '../src/adapters/whatsapp/simulated/simulated-network'
import { gatewayDatabase, SCHEMA } from './support'
import { deviceNetwork, type Seen } from './driver-rig'
import { whatsAppDriverContract } from './whatsapp-driver.contract'

whatsAppDriverContract('the simulated driver', { ...deviceNetwork, provider: 'simulated' }, async () => {
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
  const post = async (message: Pick<PhoneMessage, 'chat' | 'id' | 'body'> & Partial<PhoneMessage>) => {
    await network.inbound.store([{ ...plain, ...message }], new Date())
    network.wake(1)
  }
  return {
    driver: new SimulatedDriver(network),
    lease,
    numbers: { known: '5511999990001', unknown: '00011112222' },
    scan: async () => {
      await network.devices.scan(1, '5511940000001')
      network.wake(1)
    },
    typeCode: async (code, number) => {
      await network.devices.scan(1, number, code)
      network.wake(1)
    },
    write: (number, id, body) => post({ chat: number, id, body }),
    forward: (number, id, body) => post({ chat: number, id, body, extra: { marks: ['forwarded'] } }),
    reply: (number, id, body, to) => post({ chat: number, id, body, quotedId: to.id }),
    sendImage: (number, id, body, content) =>
      post({
        chat: number,
        id,
        body,
        kind: 'image',
        mediaId: id,
        media: { name: 'foto.png', mimeType: 'image/png', content },
      }),
    writeInGroup: ({ group, subject, participant, id, body }) =>
      post({ chat: group, id, body, extra: { group: { subject, participant } } }),
    revise: async (number, id, body) => {
      await network.inbound.revise(1, number, id, body)
      network.wake(1)
    },
    react: async ({ number, id }, emoji) => {
      const reaction = { connectionId: 1, chat: number, messageId: id, emoji, participant: '' }
      await network.reactions.put(reaction, new Date())
      network.wake(1)
    },
    ring: async (number, id) => {
      await network.calls.ring({ connectionId: 1, number, id, name: '', isVideo: false }, new Date())
      network.wake(1)
    },
    wasRefused: async (id) =>
      (await network.calls.list(1)).some((call) => call.id === id && call.answer === 'refuse'),
    end: async (reason) => {
      if (reason === 'credentials-refused') throw new Error('a linked phone has no credentials')
      await network.devices.end(1, reason)
      network.wake(1)
    },
    receipt: async (ids, ack) => {
      await network.outbound.give(1, ids, ack, new Date())
      network.wake(1)
    },
    refuseNext: (refusal) => network.devices.refuseNext(1, refusal),
    arrived: async () => {
      const rows = await pg.sql<Seen & { bytes: Buffer | null }>(
        `SELECT m.id, m.body, m.chat AS number, m.deleted, m.quoted_id AS "quotedId", d.content AS bytes
         FROM simulator.messages m LEFT JOIN simulator.media d ON d.id = m.media_id WHERE m.direction = 'out' ORDER BY m.seq`,
      )
      return rows.map(({ bytes, ...row }) => (bytes ? { ...row, bytes } : row))
    },
    emojis: async () => {
      const rows = await pg.sql<{ id: string; emoji: string }>(
        `SELECT message_id AS id, emoji FROM simulator.reactions WHERE direction = 'out' ORDER BY seq`,
      )
      const last = new Map(rows.map(({ id, emoji }) => [id, emoji]))
      return Object.fromEntries([...last].filter(([, emoji]) => emoji !== ''))
    },
    read: async () => {
      const rows = await pg.sql<{ id: string }>(
        `SELECT id FROM simulator.messages WHERE direction = 'in' AND ack = 3 ORDER BY seq`,
      )
      return rows.map(({ id }) => id)
    },
    seesTyping: async (number) => (await network.typing.list(1, new Date())).includes(number),
    close: () => pg.close(),
  }
})

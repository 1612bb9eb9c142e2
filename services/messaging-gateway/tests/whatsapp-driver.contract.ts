import { Readable } from 'node:stream'

import { companyId, connectionId } from '@balcao/contracts'
import type { Lease } from '@balcao/kernel'
import { waitFor } from '@balcao/testkit'

import type {
  CloseReason,
  DriverSession,
  InboundMessage,
  OutboundMessage,
  SessionCallbacks,
  SessionEvent,
  WhatsAppDriver,
} from '../src/features/whatsapp-driver'

/** The other end of a driver: the network, as a test can play it. One line that was never paired. */
export interface DriverRig {
  driver: WhatsAppDriver
  lease: Lease
  /** Somebody scans the QR code. */
  scan(qr: string): Promise<void>
  /** A phone sends text; resolves once the network has it. */
  write(number: string, id: string, body: string): Promise<void>
  /** The network ends the current session. */
  end(reason: 'lost' | 'replaced' | 'logged-out' | 'restart-required'): Promise<void>
  /** A phone gives receipts. */
  receipt(waIds: string[], ack: 2 | 3 | 4): Promise<void>
  /** What the network received, each id once. */
  arrived(): Promise<{ id: string; body: string; number: string; deleted: boolean; bytes?: Buffer }[]>
  /** A number the network knows, and one it does not. */
  numbers: { known: string; unknown: string }
  close(): Promise<void>
}

/** A gateway that writes down what it is told, and can refuse. */
function recorder() {
  const heard = {
    events: [] as SessionEvent[],
    inbound: [] as InboundMessage[],
    accepted: [] as string[],
    receipts: [] as [string, number][],
    isRefusing: false,
  }
  const take = (work: () => void) => {
    if (heard.isRefusing) return Promise.reject(new Error('not durable'))
    work()
    return Promise.resolve()
  }
  const callbacks: SessionCallbacks = {
    session: (event) => Promise.resolve(void heard.events.push(event)),
    inbound: (message) => take(() => heard.inbound.push(message)),
    revised: () => Promise.resolve(),
    accepted: (waId) => take(() => heard.accepted.push(waId)),
    rejected: () => Promise.resolve(),
    receipt: (waIds, ack) =>
      take(() => heard.receipts.push(...waIds.map((waId): [string, number] => [waId, ack]))),
  }
  const last = () => heard.events.at(-1)
  const connected = () => waitFor(() => last()?.kind === 'connected')
  const closed = (reason: CloseReason) =>
    waitFor(() => heard.events.some((event) => event.kind === 'closed' && event.reason === reason))
  return {
    heard,
    callbacks,
    connected,
    closed,
    qr: () =>
      waitFor(() => {
        const event = last()
        return event?.kind === 'qr' ? event.text : undefined
      }),
  }
}

const text = (waId: string, body: string, number: string): OutboundMessage => ({
  ...{
    waId,
    body,
    remoteJid: `${number}@s.whatsapp.net`,
    kind: 'chat',
    media: undefined,
    quoted: undefined,
    location: undefined,
    vcard: '',
  },
})

/** What every WhatsApp driver must do, whoever is behind it. */
export function whatsAppDriverContract(name: string, makeRig: () => Promise<DriverRig>): void {
  describe(`${name} as a WhatsApp driver`, () => {
    let rig: DriverRig
    const sessions: DriverSession[] = []
    const company = companyId(1)
    const connection = connectionId(1)

    const open = async () => {
      const gateway = recorder()
      const session = await rig.driver.open({
        companyId: company,
        connectionId: connection,
        lease: rig.lease,
        callbacks: gateway.callbacks,
      })
      sessions.push(session)
      return { ...gateway, session }
    }
    const pair = async () => {
      const line = await open()
      await rig.scan(await line.qr())
      await line.connected()
      return line
    }

    beforeEach(async () => void (rig = await makeRig()))
    afterEach(async () => {
      for (const session of sessions.splice(0)) await session.close()
      await rig.close()
    })

    it('shows a code, and connects with a number once it is scanned', async () => {
      const line = await pair()
      expect(line.heard.events.at(-1)).toMatchObject({
        kind: 'connected',
        number: expect.stringMatching(/^\d{8,15}$/) as string,
      })
    })

    it('comes back without a code', async () => {
      const first = await pair()
      await first.session.close()
      const second = await open()
      await second.connected()
      expect(second.heard.events.map((event) => event.kind)).not.toContain('qr')
    })

    it('delivers in order per chat, and again what was not taken', async () => {
      const line = await pair()
      line.heard.isRefusing = true
      for (const index of [1, 2, 3]) await rig.write('5511999990001', `A${index}`, `a${index}`)
      await rig.write('5511999990002', 'B1', 'b1')
      line.heard.isRefusing = false
      await waitFor(() => line.heard.inbound.length === 4)
      expect(
        line.heard.inbound
          .filter((message) => message.remoteJid.startsWith('5511999990001'))
          .map((message) => message.body),
      ).toEqual(['a1', 'a2', 'a3'])
      expect(line.heard.inbound[0]).toMatchObject({
        fromMe: false,
        isGroup: false,
        participant: '',
        kind: 'chat',
      })
    })

    it('delivers after a reconnect what came meanwhile, and nothing that was receipted', async () => {
      const first = await pair()
      await rig.write('5511999990001', 'A1', 'before')
      await waitFor(() => first.heard.inbound.length === 1)
      await first.session.close()
      await rig.write('5511999990001', 'A2', 'meanwhile')
      const second = await open()
      await waitFor(() => second.heard.inbound.length === 1)
      expect(second.heard.inbound.map((message) => message.waId)).toEqual(['A2'])
    })

    it('sends under the id it is given; acceptance comes on its own', async () => {
      const line = await pair()
      await line.session.send(text('3EB0AA', 'oi', rig.numbers.known))
      await waitFor(() => line.heard.accepted.includes('3EB0AA'))
      expect(await rig.arrived()).toMatchObject([
        { id: '3EB0AA', body: 'oi', number: rig.numbers.known, deleted: false },
      ])
    })

    it('is heard once when it repeats an id, and accepted each time', async () => {
      const line = await pair()
      if (!rig.driver.idempotentById) return
      await line.session.send(text('3EB0AA', 'oi', rig.numbers.known))
      await line.session.send(text('3EB0AA', 'oi', rig.numbers.known))
      await waitFor(() => line.heard.accepted.length === 2)
      expect(await rig.arrived()).toHaveLength(1)
    })

    it('sends files byte for byte', async () => {
      const line = await pair()
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
      const media = {
        name: 'a.bin',
        mimeType: 'application/octet-stream',
        sizeBytes: bytes.length,
        open: () => Promise.resolve(Readable.from([bytes.subarray(0, 60_000), bytes.subarray(60_000)])),
      }
      await line.session.send({ ...text('3EB0FF', '', rig.numbers.known), kind: 'application', media })
      await waitFor(() => line.heard.accepted.includes('3EB0FF'))
      expect((await rig.arrived())[0]?.bytes?.equals(bytes)).toBe(true)
    })

    it('hands over receipts until they are taken', async () => {
      const line = await pair()
      await line.session.send(text('3EB0AA', 'oi', rig.numbers.known))
      await waitFor(() => line.heard.accepted.length === 1)
      line.heard.isRefusing = true
      await rig.receipt(['3EB0AA'], 4)
      line.heard.isRefusing = false
      await waitFor(() => line.heard.receipts.some(([waId, ack]) => waId === '3EB0AA' && ack === 4))
    })

    it('deletes for everyone', async () => {
      const line = await pair()
      await line.session.send(text('3EB0AA', 'oi', rig.numbers.known))
      await line.session.revoke({
        waId: '3EB0BB',
        targetWaId: '3EB0AA',
        remoteJid: `${rig.numbers.known}@s.whatsapp.net`,
        participant: '',
      })
      await waitFor(() => line.heard.accepted.includes('3EB0BB'))
      expect(await rig.arrived()).toMatchObject([{ id: '3EB0AA', deleted: true }])
    })

    it('knows which numbers exist', async () => {
      const line = await pair()
      expect(await line.session.checkNumber(rig.numbers.known)).toMatchObject({ exists: true })
      expect(await line.session.checkNumber(rig.numbers.unknown)).toMatchObject({ exists: false })
    })

    it.each(['lost', 'replaced', 'logged-out', 'restart-required'] as const)(
      'says that it was %s, then nothing more, and sends nothing',
      async (reason) => {
        const line = await pair()
        await rig.end(reason)
        await line.closed(reason)
        const heard = line.heard.events.length
        await rig.write('5511999990001', 'A1', 'late')
        await expect(line.session.send(text('3EB0AA', 'oi', rig.numbers.known))).rejects.toThrow()
        expect(line.heard.events).toHaveLength(heard)
        expect(line.heard.inbound).toEqual([])
        expect(await rig.arrived()).toEqual([])
      },
    )

    it('is replaced when a second client takes the line', async () => {
      const first = await pair()
      const second = await open()
      await second.connected()
      await first.closed('replaced')
      await expect(first.session.send(text('3EB0AA', 'oi', rig.numbers.known))).rejects.toThrow()
    })

    it.each(['logout', 'forget'] as const)('needs a new code after %s', async (way) => {
      const line = await pair()
      if (way === 'logout') await line.session.logout()
      await line.session.close()
      await rig.driver.forget(company, connection, rig.lease)
      await rig.driver.forget(company, connection, rig.lease)
      const next = await open()
      expect(await next.qr()).not.toBe('')
    })

    it('closes twice without harm', async () => {
      const line = await pair()
      await line.session.close()
      await line.session.close()
    })
  })
}

import { companyId } from '@balcao/contracts'
import { recordedPauses } from '@balcao/testkit'

import { FrameSender, type FrameConnection } from './frame-sender.sockets'

const A = companyId(7)
const B = companyId(8)

/** Counts `writes`; `read` is what a client would read. */
class FakeConnection implements FrameConnection {
  readonly transport: { name: string }
  readonly read: string[] = []
  writes = 0
  private readonly listeners: (() => void)[] = []

  constructor(name = 'websocket') {
    this.transport = { name }
  }

  on(_event: 'packetCreate', listener: () => void): void {
    this.listeners.push(listener)
  }

  write(data: string | Buffer, { wsPreEncodedFrame }: { wsPreEncodedFrame: readonly Buffer[] }): void {
    for (const listener of this.listeners) listener()
    this.writes += 1
    if (typeof data === 'string') this.read.push(data)
    else this.read.push(...splitFrames(Buffer.concat(wsPreEncodedFrame)))
  }
}

/* Short text frames: two bytes of header. The first character is engine.io's packet type. */
function splitFrames(bytes: Buffer): string[] {
  if (bytes.length === 0) return []
  const end = 2 + (bytes[1] ?? 0)
  return [bytes.subarray(3, end).toString(), ...splitFrames(bytes.subarray(end))]
}

const packet = (seq: number) => `2["tag",{"seq":${seq}}]`
const crowd = (size: number) => Array.from({ length: size }, () => new FakeConnection())
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

function given() {
  const pauses = recordedPauses()
  pauses.hold()
  const sender = new FrameSender(pauses.pause)
  const send = (seq: number, to: FakeConnection[], company = A) => sender.send(company, to, 'tag', { seq })
  return { pauses, send }
}

describe('an event', () => {
  it.each([
    [19, []],
    [20, [1]],
    [400, [20]],
    [2_000, [25]],
  ])('to %i sockets leaves at once; the next ones wait %j ms', (size, asked) => {
    const { pauses, send } = given()
    const sockets = crowd(size)
    send(1, sockets)
    expect(sockets.every(({ read }) => read.length === 1)).toBe(true)
    expect(pauses.asked).toEqual(asked)
  })

  it('to no socket starts no pause', () => {
    const { pauses, send } = given()
    send(1, [])
    expect(pauses.asked).toEqual([])
  })

  it('of another company does not wait', () => {
    const { send } = given()
    const [other] = crowd(1) as [FakeConnection]
    send(1, crowd(20))
    send(2, [other], B)
    expect(other.read).toEqual([packet(2)])
  })
})

describe('events during a pause', () => {
  it('leave after it in one write, each socket’s own, in order', async () => {
    const { pauses, send } = given()
    const sockets = crowd(21)
    const [first, second, third] = sockets as [FakeConnection, FakeConnection, FakeConnection]
    send(1, sockets)
    send(2, [first, second])
    send(3, [second, third])
    send(4, [first, second])
    expect(first.read).toEqual([packet(1)])
    pauses.release()
    await tick()
    expect(first.read).toEqual([1, 2, 4].map(packet))
    expect(second.read).toEqual([1, 2, 3, 4].map(packet))
    expect(third.read).toEqual([1, 3].map(packet))
    expect([first, second, third, sockets[3]].map((socket) => socket?.writes)).toEqual([2, 2, 2, 1])
    send(5, [first])
    expect(first.read.at(-1)).toBe(packet(5))
  })

  it('leave before anything else that is written to the socket', async () => {
    const { pauses, send } = given()
    const sockets = crowd(20)
    const [first] = sockets as [FakeConnection]
    send(1, sockets)
    send(2, sockets)
    first.write('ready', { wsPreEncodedFrame: [] })
    expect(first.read).toEqual([packet(1), packet(2), 'ready'])
    pauses.release()
    await tick()
    expect(first.read).toHaveLength(3)
  })

  it('are single packets for a polling client', async () => {
    const { pauses, send } = given()
    const poller = new FakeConnection('polling')
    send(1, [...crowd(19), poller])
    send(2, [poller])
    send(3, [poller])
    pauses.release()
    await tick()
    expect(poller.read).toEqual([1, 2, 3].map(packet))
    expect(poller.writes).toBe(3)
  })
})

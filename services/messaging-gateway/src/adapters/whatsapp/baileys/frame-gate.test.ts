import { waitFor } from '@balcao/testkit'

import { FrameGate } from './frame-gate'

const rig = () => {
  const sent: string[] = []
  const lease = { isSuspended: false, abort: new AbortController() }
  const shuts: number[] = []
  const gate = new FrameGate(
    {
      get isSuspended() {
        return lease.isSuspended
      },
      signal: lease.abort.signal,
    },
    () => shuts.push(1),
  )
  const socket = {
    send: (data: Uint8Array, done?: (error?: Error) => void) => {
      sent.push(Buffer.from(data).toString())
      done?.()
    },
  }
  gate.guard(socket)
  const send = (text: string) =>
    new Promise<Error | undefined>((resolve) => socket.send(Buffer.from(text), resolve))
  return { gate, send, sent, lease, shuts }
}

describe('a frame', () => {
  it('leaves only after what must be durable before it, in its order', async () => {
    const { gate, send, sent } = rig()
    let commit: () => void = () => undefined
    void gate.hold(new Promise<void>((resolve) => (commit = resolve)))
    const frames = [send('a'), send('b')]
    await new Promise(setImmediate)
    expect(sent).toEqual([])
    commit()
    expect(await Promise.all(frames)).toEqual([undefined, undefined])
    expect(sent).toEqual(['a', 'b'])
  })

  it('never leaves when what had to be durable failed', async () => {
    const { gate, send, sent, shuts } = rig()
    const held = gate.hold(Promise.reject(new Error('no database')))
    const frame = send('a')
    await expect(held).rejects.toThrow('no database')
    expect(await frame).toBeInstanceOf(Error)
    expect(await send('b')).toBeInstanceOf(Error)
    expect({ sent, shuts }).toEqual({ sent: [], shuts: [1] })
    await expect(gate.pass()).rejects.toMatchObject({ code: 'ERR_LEASE_LOST' })
  })

  it('waits while the lease is suspended, and never leaves once it is lost', async () => {
    const { gate, send, sent, lease, shuts } = rig()
    lease.isSuspended = true
    const first = send('a')
    await new Promise(setImmediate)
    expect(sent).toEqual([])
    lease.isSuspended = false
    expect(await first).toBeUndefined()
    lease.isSuspended = true
    const second = send('b')
    lease.abort.abort()
    expect(await second).toBeInstanceOf(Error)
    expect(sent).toEqual(['a'])
    await waitFor(() => shuts.length === 1)
    expect(gate.shut).toBe(true)
  })
})

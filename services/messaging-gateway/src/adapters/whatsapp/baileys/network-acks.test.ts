import { EventEmitter } from 'node:events'

import { waitFor } from '@balcao/testkit'

import type { SessionCallbacks } from '../../../features/whatsapp-driver'
import { FrameGate } from './frame-gate'
import { parseReceiptAck, listenForAcks, parseRefusal } from './network-acks'

describe('a receipt', () => {
  it.each([
    [undefined, 2],
    ['', 2],
    ['inactive', 2],
    ['read', 3],
    ['played', 4],
    ['sender', 'accepted'],
    ['retry', undefined],
    ['read-self', undefined],
    ['server-error', undefined],
  ])('of type %s acknowledges %s', (type, ack) => expect(parseReceiptAck(type)).toBe(ack))
})

describe('a refusal', () => {
  it.each([
    ['463', 'restricted'],
    ['404', 'not-on-whatsapp'],
    ['403', 'not-in-group'],
    ['479', 'refused'],
    ['', 'refused'],
  ])('with %s is %s', (code, refusal) => expect(parseRefusal(code)).toBe(refusal))
})

it('a receipt for what can be no id of ours is not looked up and holds no frame', async () => {
  const socket = new EventEmitter()
  const asked: string[] = []
  const ask = (ids: readonly string[]) => Promise.resolve(void asked.push(...ids))
  const gate = new FrameGate({ isSuspended: false, signal: new AbortController().signal }, () => undefined)
  listenForAcks({
    socket,
    gate,
    me: () => ({ id: '', lid: '' }),
    failed: () => undefined,
    onStuck: () => undefined,
    onCount: () => undefined,
    timeLock: () => Promise.resolve({ isActive: false }),
    hasNewerToken: () => Promise.resolve(false),
    callbacks: { receipt: ask, accepted: (id: string) => ask([id]) } as unknown as SessionCallbacks,
  })
  const from = '5511999990001@s.whatsapp.net'
  const items = ['\u0000', 'x'.repeat(65), '3EB0AB', '💥', ''].map((id) => ({ tag: 'item', attrs: { id } }))
  const content = [{ tag: 'list', attrs: {}, content: items }]
  socket.emit('CB:receipt', { tag: 'receipt', attrs: { id: '\u0000', from }, content })
  socket.emit('CB:ack,class:message', { tag: 'ack', attrs: { id: '\u0000', class: 'message' } })
  await gate.pass()
  expect(asked).toEqual(['3EB0AB'])
})

it('a receipt that cannot be stored is tried again, and reported once', async () => {
  const socket = new EventEmitter()
  const gate = new FrameGate({ isSuspended: false, signal: new AbortController().signal }, () => undefined)
  let tries = 0
  let stuck = 0
  const receipt = () => ((tries += 1) < 4 ? Promise.reject(new Error('not durable')) : Promise.resolve())
  listenForAcks({
    socket,
    gate,
    me: () => ({ id: '', lid: '' }),
    failed: () => undefined,
    onCount: () => undefined,
    onStuck: () => void (stuck += 1),
    stuckAfterTries: 2,
    timeLock: () => Promise.resolve({ isActive: false }),
    hasNewerToken: () => Promise.resolve(false),
    callbacks: { receipt } as unknown as SessionCallbacks,
  })
  socket.emit('CB:receipt', { tag: 'receipt', attrs: { id: '3EB0AB', from: '5511999990001@s.whatsapp.net' } })
  await waitFor(() => tries === 4)
  expect(stuck).toBe(1)
})

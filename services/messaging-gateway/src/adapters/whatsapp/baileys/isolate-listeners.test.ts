import { EventEmitter } from 'node:events'

import { isolateListeners } from './isolate-listeners'

it('keeps a listener’s failure from the other listeners, thrown or promised', async () => {
  const failures: unknown[] = []
  const emitter = new EventEmitter()
  isolateListeners(emitter, { failed: (error) => failures.push(error) })
  const heard: string[] = []
  emitter.on('frame', () => {
    throw new Error('thrown')
  })
  emitter.on('frame', (() => Promise.reject(new Error('promised'))) as () => void)
  emitter.once('frame', (value: string) => heard.push(`once ${value}`))
  emitter.on('frame', (value: string) => heard.push(value))

  expect(emitter.emit('frame', 'a')).toBe(true)
  expect(emitter.emit('frame', 'b')).toBe(true)
  expect(emitter.emit('unheard')).toBe(false)
  await new Promise(setImmediate)

  expect(heard).toEqual(['once a', 'a', 'b'])
  expect(failures.map(String).sort()).toEqual([
    'Error: promised',
    'Error: promised',
    'Error: thrown',
    'Error: thrown',
  ])
})

it('handles frames one after the other where asked to', async () => {
  const emitter = new EventEmitter()
  const waiting: number[] = []
  isolateListeners(emitter, {
    failed: () => undefined,
    inOrder: ['message'],
    onQueueLength: (frames) => waiting.push(frames),
  })
  const begun: string[] = []
  const finish: (() => void)[] = []
  const handle = (name: string) => {
    begun.push(name)
    return new Promise<void>((resolve) => finish.push(resolve))
  }
  emitter.on('message', handle as (name: string) => void)
  for (const name of ['a', 'b', 'c']) emitter.emit('message', name)
  expect(begun).toEqual(['a'])
  for (const expected of [
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]) {
    finish.shift()?.()
    await new Promise(setImmediate)
    expect(begun).toEqual(expected)
  }
  expect(waiting).toEqual([1, 0, 1, 2, 1, 0])
})

it('calls no listener for a dropped event, and answers true', () => {
  const emitter = new EventEmitter()
  const heard: unknown[] = []
  isolateListeners(emitter, {
    failed: () => undefined,
    inOrder: ['message'],
    isDropped: (event, [value]) => event === 'message' && value === 'status',
  })
  emitter.on('message', (value) => heard.push(value))
  expect(emitter.emit('message', 'status')).toBe(true)
  expect(emitter.emit('message', 'mine')).toBe(true)
  expect(heard).toEqual(['mine'])
})

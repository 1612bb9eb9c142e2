import { EventEmitter } from 'node:events'

import { tameEmitter } from './tame-emitter'

it('keeps a listener’s failure from everybody else, thrown or promised', async () => {
  const failures: unknown[] = []
  const emitter = new EventEmitter()
  tameEmitter(emitter, (error) => failures.push(error))
  const heard: string[] = []
  emitter.on('frame', () => {
    throw new Error('thrown')
  })
  emitter.on('frame', () => Promise.reject(new Error('promised')))
  emitter.once('frame', (value: string) => heard.push(`once ${value}`))
  emitter.on('frame', (value: string) => heard.push(value))

  expect(emitter.emit('frame', 'a')).toBe(true)
  expect(emitter.emit('frame', 'b')).toBe(true)
  expect(emitter.emit('nobody')).toBe(false)
  await new Promise(setImmediate)

  expect(heard).toEqual(['once a', 'a', 'b'])
  expect(failures.map(String).sort()).toEqual([
    'Error: promised',
    'Error: promised',
    'Error: thrown',
    'Error: thrown',
  ])
})

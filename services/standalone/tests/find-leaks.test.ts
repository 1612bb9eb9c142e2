import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'

import { findLeaks, type Needle, type Sink } from './support/find-leaks'

const key = randomBytes(32)
const number = '5511987654321'
const needles: Needle[] = [
  { name: 'a key', kind: 'secret', bytes: key },
  { name: 'a number', kind: 'word', bytes: Buffer.from(number) },
]

const sink = (kind: Sink['kind'], data: string | Buffer): Sink => ({
  kind,
  name: 'x',
  data: Buffer.from(data),
})

describe('a leaked key', () => {
  it.each<[string, string | Buffer]>([
    ['as it is', Buffer.concat([Buffer.from('{'), key, Buffer.from('}')])],
    ['in hex', `key=${key.toString('hex')};`],
    ['in capital hex', key.toString('hex').toUpperCase()],
    ['in base64', JSON.stringify({ key: key.toString('base64') })],
    ['in base64 for addresses', key.toString('base64url')],
    ['in base64 of something longer', Buffer.concat([Buffer.of(5), key, Buffer.of(9)]).toString('base64')],
    ['two bytes into base64', Buffer.concat([Buffer.of(5, 6), key, Buffer.of(9)]).toString('base64')],
    ['in JSON of a buffer', JSON.stringify(key)],
    ['as a console shows a buffer', inspect({ privKey: key })],
    ['as a console shows an array of bytes', inspect(new Uint8Array(key), { maxArrayLength: null })],
  ])('is found %s', (_name, text) => {
    for (const kind of ['output', 'log', 'trace', 'metrics', 'table', 'topic', 'file'] as const)
      expect(findLeaks([sink(kind, text)], needles)).toEqual([`a key in ${kind} x`])
  })

  it('is not seen in what is something else', () => {
    const other = randomBytes(4_096)
    const texts = [other, other.toString('hex'), other.toString('base64'), inspect(other)]
    expect(
      findLeaks(
        texts.map((text) => sink('output', text)),
        needles,
      ),
    ).toEqual([])
  })
})

describe('a phone number', () => {
  it.each(['output', 'log', 'trace', 'metrics'] as const)('has no place in %s', (kind) => {
    expect(findLeaks([sink(kind, `GET /contacts?searchParam=${number} 200`)], needles)).toHaveLength(1)
  })

  it.each(['table', 'topic', 'file'] as const)('belongs into a %s', (kind) => {
    expect(findLeaks([sink(kind, number)], needles)).toEqual([])
  })
})

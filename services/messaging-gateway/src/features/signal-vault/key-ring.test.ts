import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'

import { parseKeyRing } from './key-ring'

const bytes = randomBytes(32)
const key = bytes.toString('base64')
const other = randomBytes(32).toString('base64')

describe('the keys of the vault', () => {
  it('are used in the order they are written: the first is current', () => {
    const ring = parseKeyRing(` new:${other} , old:${key},`)
    expect(ring.current.id).toBe('new')
    expect([...ring.keys.keys()]).toEqual(['new', 'old'])
    expect(ring.keys.get('old')?.export()).toEqual(bytes)
  })

  it.each([key, bytes.toString('base64url'), key.replace('=', '')])('may be one without a name', (text) => {
    const ring = parseKeyRing(text)
    expect(ring.current.id).toBe('default')
    expect(ring.current.key.export()).toEqual(bytes)
  })

  it.each([
    ['', 'must name at least one key'],
    [' , ', 'must name at least one key'],
    [`a:${key},a:${other}`, 'two keys of one name'],
    [`${key},${other}`, 'two keys of one name'],
    [`a b:${key}`, 'bad name at position 1'],
    [`a:${key},:${other}`, 'bad name at position 2'],
    [`a:${key}AAAA`, 'base64 of exactly 32 bytes behind the name "a"'],
    [`a:${key.slice(0, 20)}`, 'exactly 32 bytes'],
    ['a:', 'exactly 32 bytes'],
    ['short', 'exactly 32 bytes'],
  ])('are refused when they are %j', (text, message) => {
    expect(() => parseKeyRing(text)).toThrow(message)
  })

  it('are not shown by an error, a log or JSON', () => {
    const ring = parseKeyRing(`a:${key}`)
    const shown = inspect(ring, { depth: 9, showHidden: true }) + JSON.stringify(ring)
    expect(shown).not.toContain(key.slice(0, 8))
    expect(shown).not.toContain(bytes.toString('hex').slice(0, 8))
    expect(() => parseKeyRing(`a:${key}X,b:${other}`)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(key.slice(0, 8)) as string }) as Error,
    )
  })
})

import { createSecretKey, type KeyObject } from 'node:crypto'

/** Keys from the configuration that wrap the data keys. A `KeyObject` shows its bytes to no log and no JSON. */
export interface MasterKey {
  id: string
  key: KeyObject
}

export interface KeyRing {
  /** Wraps new data keys. */
  current: MasterKey
  /** Every key, the current one included: each can unwrap. */
  keys: ReadonlyMap<string, KeyObject>
}

/** The name of a key that was configured without one, like the one that a single-host installation generates. */
const UNNAMED = 'default'
const ID = /^[A-Za-z0-9._-]{1,32}$/
/* 32 bytes, in either alphabet of base64. */
const KEY = /^[A-Za-z0-9+/_-]{43}=?$/

function parseEntry(entry: string, position: number): MasterKey {
  const colon = entry.indexOf(':')
  const id = colon < 0 ? UNNAMED : entry.slice(0, colon)
  if (!ID.test(id))
    throw new Error(`has a bad name at position ${position}: letters, digits, dots and dashes, at most 32`)
  const text = entry.slice(colon + 1)
  if (!KEY.test(text)) throw new Error(`must be base64 of exactly 32 bytes behind the name "${id}"`)
  return { id, key: createSecretKey(Buffer.from(text, 'base64')) }
}

/**
 * The keys of `id:base64,id:base64`, the first one current. One key may come without a name.
 * @throws {Error} whose message completes `<NAME> …` and shows no key.
 */
export function parseKeyRing(text: string): KeyRing {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry, index) => parseEntry(entry, index + 1))
  const [current] = entries
  if (!current) throw new Error('must name at least one key')
  const keys = new Map(entries.map(({ id, key }) => [id, key]))
  if (keys.size < entries.length) throw new Error('has two keys of one name')
  return { current, keys }
}

import type { Ids } from '@balcao/kernel'

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/* Shorter ones are codes and chances: near 0 on every run. */
const NAME_BYTES = 8

/**
 * The same ids on every run, valid UUIDv7 in rising order. Services that share a database, side by side or one after the
 * other, need different `space`s, or ids of their events and keys of their files collide.
 */
export function sequentialIds(space = 0): Ids {
  let count = 0
  const next = () => (count += 1)
  return {
    next: () => `019a0000-0000-7000-8${hex(space, 3)}-${hex(next(), 12)}`,
    token: (bytes) => hex(next() + (bytes < NAME_BYTES ? 0 : space * 2 ** 32), bytes * 2),
  }
}

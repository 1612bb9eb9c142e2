import type { Ids } from '@balcao/kernel'

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/**
 * The same ids on every run, valid UUIDv7 in rising order. Services that share a database need different `space`s,
 * or their event ids collide.
 */
export function sequentialIds(space = 0): Ids {
  let count = 0
  const next = () => (count += 1)
  return {
    next: () => `019a0000-0000-7000-8${hex(space, 3)}-${hex(next(), 12)}`,
    token: (bytes) => hex(next(), bytes * 2),
  }
}

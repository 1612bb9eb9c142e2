import fc from 'fast-check'

import { TurnQueue } from './turn-queue'

const takeAll = (queue: TurnQueue<string, number>, mayTake?: (key: string) => boolean): string[] => {
  const taken: string[] = []
  for (let next = queue.take(mayTake); next; next = queue.take(mayTake)) taken.push(`${next.key}${next.item}`)
  return taken
}

it.each([
  ['one key in its order', 'aaa', 'a0 a1 a2'],
  ['two keys in turns', 'aaaabb', 'a0 b4 a1 b5 a2 a3'],
  ['three keys in the order of their first', 'abbcca', 'a0 b1 c3 a5 b2 c4'],
])('takes %s', (_what, keys, expected) => {
  const queue = new TurnQueue<string, number>()
  for (const [index, key] of [...keys].entries()) queue.add(key, index)
  expect(takeAll(queue).join(' ')).toBe(expected)
  expect(queue.take()).toBeUndefined()
})

it('passes a key that may not, which keeps its turn', () => {
  const queue = new TurnQueue<string, number>()
  for (const [index, key] of [...'aab'].entries()) queue.add(key, index)
  expect(queue.take((key) => key !== 'a')).toEqual({ key: 'b', item: 2 })
  queue.add('b', 3)
  expect([queue.count('a'), queue.count('b'), queue.count('c')]).toEqual([2, 1, 0])
  expect(takeAll(queue)).toEqual(['a0', 'b3', 'a1'])
})

it('gives every item once, in the order of its key, and passes no key twice for the same other one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'take')), (steps) => {
      const queue = new TurnQueue<string, number>()
      const added = new Map<string, number[]>()
      const taken = new Map<string, number[]>()
      /* Of each key that waits: who was taken since it began to. */
      const passed = new Map<string, string[]>()
      const take = () => {
        const next = queue.take()
        if (!next) return
        for (const by of passed.values()) by.push(next.key)
        if (queue.count(next.key) > 0) passed.set(next.key, [])
        else passed.delete(next.key)
        for (const by of passed.values()) expect(new Set(by).size).toBe(by.length)
        taken.set(next.key, [...(taken.get(next.key) ?? []), next.item])
      }
      for (const [index, step] of [...steps, ...steps.map(() => 'take')].entries()) {
        if (step === 'take') take()
        else {
          if (queue.count(step) === 0) passed.set(step, [])
          queue.add(step, index)
          added.set(step, [...(added.get(step) ?? []), index])
        }
      }
      expect(taken).toEqual(added)
    }),
  )
})

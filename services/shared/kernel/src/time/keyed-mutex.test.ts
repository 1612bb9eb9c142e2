import { createKeyedMutex } from './keyed-mutex'

describe('turns', () => {
  it('are taken one after the other per key, in order, whatever fails before', async () => {
    const inTurn = createKeyedMutex<string>()
    const log: string[] = []
    const step =
      (name: string, fails = false) =>
      async () => {
        log.push(`${name} begins`)
        await Promise.resolve()
        log.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      }
    const answers = await Promise.allSettled([
      inTurn('a', step('a1')),
      inTurn('a', step('a2', true)),
      inTurn('b', step('b1')),
      inTurn('a', step('a3')),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(log.filter((line) => line.startsWith('a'))).toEqual([
      'a1 begins',
      'a1 ends',
      'a2 begins',
      'a2 ends',
      'a3 begins',
      'a3 ends',
    ])
    expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a2 begins'))
  })
})

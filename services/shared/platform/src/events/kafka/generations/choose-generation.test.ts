import { chooseGeneration, chooseWritten, countUnfinished, hasBegun } from './choose-generation'

/* `c` committed, `d` drained, `b` begun. */
const find = (generation: number, is: string) => ({
  generation,
  hasCommitted: is.includes('c'),
  isDrained: is.includes('d'),
  hasBegun: is.includes('b'),
})
const choose = (...found: string[]) => chooseGeneration(found.map((is, index) => find(index + 1, is)))

describe('a member of a group', () => {
  it.each([
    ['stays where records are left', 1, ['cb', 'b']],
    ['stays while the next has no record', 1, ['cdb', 'd']],
    ['goes on to the next that has begun', 2, ['cdb', 'b']],
    ['goes through all that are finished', 3, ['cdb', 'db', 'b']],
    ['stops at one that is not', 2, ['cdb', 'b', 'b']],
    ['leaves a generation that never had a record', 2, ['d', 'b']],
    ['begins with the oldest when its group is new', 1, ['b', 'b']],
    ['begins where its group is, whatever came late to the former one', 2, ['cb', 'cb']],
    ['begins where its group is when the offsets of the former one have expired', 2, ['b', 'cb', 'd']],
  ])('%s', (_what, chosen, found) => {
    expect(choose(...found)).toBe(chosen)
  })
})

describe('what a group has to finish', () => {
  const ends = new Map([
    [0, { low: 0, high: 10 }],
    [1, { low: 5, high: 8 }],
    [2, { low: 4, high: 4 }],
  ])

  it('is counted from its offsets, and from the oldest record where it has none', () => {
    expect(countUnfinished(ends, new Map([[0, 7]]))).toBe(6)
  })

  it('is nothing at the ends, or where retention has deleted what it had not read', () => {
    expect(
      countUnfinished(
        ends,
        new Map([
          [0, 10],
          [1, 8],
        ]),
      ),
    ).toBe(0)
    expect(countUnfinished(new Map([[0, { low: 9, high: 9 }]]), new Map([[0, 3]]))).toBe(0)
  })
})

it('a generation has begun once it had a record, deleted since or not', () => {
  expect(hasBegun(new Map([[0, { low: 0, high: 0 }]]))).toBe(false)
  expect(hasBegun(new Map([[0, { low: 4, high: 4 }]]))).toBe(true)
})

describe('the generation that is written', () => {
  const [first, second] = [find(1, 'b'), find(2, '')]

  it('is the declared one, with or without a record', () => {
    expect(chooseWritten(1, [first, second])).toBe(1)
    expect(chooseWritten(2, [first, second])).toBe(2)
  })

  it('is a later one that has begun: the database is older than the topics', () => {
    expect(chooseWritten(1, [first, find(2, 'b'), find(3, '')])).toBe(2)
  })

  it('is none while the declared one is missing', () => {
    expect(chooseWritten(3, [first, second])).toBeUndefined()
    expect(chooseWritten(1, [])).toBeUndefined()
  })
})

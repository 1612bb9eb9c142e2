import { decideGenerations, listAhead } from './decide-generations'

const at = (generation: number) => new Map(generation > 1 ? [['tickets', generation]] : [])

describe('a primary that is not the first one', () => {
  it.each([
    ['goes on with the generation that the first one has declared', 1, 2, 2],
    ['stays where the first one has declared nothing', 1, 1, 1],
    ['stays in a later generation, too', 2, 2, 2],
    ['keeps what it has declared after the first one came back from a backup', 2, 1, 2],
  ])('%s', (_what, declared, ofFirst, chosen) => {
    expect(decideGenerations(at(declared), at(ofFirst))).toEqual(at(chosen))
  })

  it('asks about topics that are prepared later than declared, and decides on each', () => {
    const declared = new Map([
      ['tickets', 2],
      ['auth', 3],
    ])
    const prepared = new Map([
      ['tickets', 2],
      ['campaigns', 2],
      ['realtime', 3],
    ])
    expect(listAhead(prepared, declared)).toEqual(['campaigns', 'realtime'])
    const ofFirst = new Map([
      ['tickets', 2],
      ['campaigns', 2],
      ['realtime', 2],
    ])
    expect([...decideGenerations(declared, ofFirst)]).toEqual([
      ['tickets', 2],
      ['auth', 3],
      ['campaigns', 2],
      ['realtime', 2],
    ])
  })
})

import { decideGenerations, listAhead } from './decide-generations'

const at = (generation: number) => new Map(generation > 1 ? [['tickets', generation]] : [])

describe('a primary that is not the first one', () => {
  it.each([
    ['goes on with the prepared generation that the first one has declared', 1, 2, 2, 2],
    ['goes on with a later one', 1, 2, 3, 3],
    ['stays where the first one has declared nothing', 1, 2, 1, 1],
    ['stays in a later generation, too', 2, 3, 2, 2],
    ['keeps what it has declared after the first one came back from a backup', 2, 2, 1, 2],
  ])('%s', (_what, declared, prepared, decided, chosen) => {
    const found = { declared: at(declared), prepared: at(prepared), decided: at(decided) }
    expect(decideGenerations(found)).toEqual(at(chosen))
  })

  it('decides by topic', () => {
    const found = {
      declared: new Map([['tickets', 2]]),
      prepared: new Map([
        ['tickets', 2],
        ['campaigns', 2],
        ['realtime', 3],
      ]),
      decided: new Map([
        ['tickets', 2],
        ['campaigns', 2],
        ['realtime', 2],
      ]),
    }
    expect(listAhead(found.prepared, found.declared)).toEqual(['campaigns', 'realtime'])
    expect([...decideGenerations(found)]).toEqual([
      ['tickets', 2],
      ['campaigns', 2],
    ])
  })
})

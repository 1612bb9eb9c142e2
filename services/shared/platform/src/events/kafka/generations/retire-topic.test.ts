import { listReasonsToStay } from './retire-topic'

const group = (name: string, unfinished: number, isConsuming = false) => ({
  group: name,
  unfinished,
  isConsuming,
})

describe('a former generation', () => {
  it('may go when its groups have finished it, or have gone on', () => {
    expect(listReasonsToStay([group('tickets.a', 0), group('tickets.b', 3)], new Set(['tickets.b']))).toEqual(
      [],
    )
  })

  it('stays for a group that consumes it or has not finished', () => {
    expect(
      listReasonsToStay([group('tickets.a', 0, true), group('tickets.b', 3)], new Set(['tickets.a'])),
    ).toEqual(['tickets.a consumes it', 'tickets.b has 3 records to finish'])
  })
})

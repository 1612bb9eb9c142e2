import { generationName, listGenerations, readGroupName } from './generation-names'

describe('the generations of a topic', () => {
  it('have its name, from the second on with a number', () => {
    expect([1, 2, 10].map((generation) => generationName('balcao.tickets', generation))).toEqual([
      'balcao.tickets',
      'balcao.tickets.2',
      'balcao.tickets.10',
    ])
  })

  it('are found in a list of topics, in order of their numbers', () => {
    const names = ['balcao.tickets.10', 'balcao.auth.3', 'balcao.tickets.2', 'balcao.tickets']
    expect(listGenerations('balcao.tickets', names)).toEqual([1, 2, 10])
    expect(listGenerations('balcao.tickets', names.slice(0, 3))).toEqual([2, 10])
    expect(listGenerations('balcao.billing', names)).toEqual([])
  })

  it.each(['tickets.1', 'tickets.02', 'tickets.x', 'tickets.2.3', 'tickets.', 'tickets2', 'my.tickets.2'])(
    'do not include %s',
    (name) => expect(listGenerations('tickets', [name])).toEqual([]),
  )
})

it('a group’s name has the generation that it is of', () => {
  expect(readGroupName('balcao.group.tickets.pictures')).toEqual({
    group: 'balcao.group.tickets.pictures',
    generation: 1,
  })
  expect(readGroupName('balcao.group.tickets.pictures.3')).toEqual({
    group: 'balcao.group.tickets.pictures',
    generation: 3,
  })
})

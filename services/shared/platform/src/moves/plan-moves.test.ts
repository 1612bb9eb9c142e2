import { planMoves } from './plan-moves'

const size = (companyId: number, primary: string, bytes: number) => ({ companyId, primary, bytes })

describe('the plan of moves', () => {
  it.each([
    { name: 'one primary', primaries: ['first'], sizes: [size(1, 'first', 9)], moves: [] },
    { name: 'nothing there', primaries: ['first', 'b'], sizes: [], moves: [] },
    {
      name: 'equally full',
      primaries: ['first', 'b'],
      sizes: [size(1, 'first', 50), size(2, 'b', 52)],
      moves: [],
    },
    {
      name: 'a new primary',
      primaries: ['first', 'b'],
      sizes: [size(1, 'first', 40), size(2, 'first', 30), size(3, 'first', 30)],
      moves: ['1 first b'],
    },
    {
      name: 'one giant, which stays: alone it is what the others are together',
      primaries: ['first', 'b'],
      sizes: [size(1, 'first', 100), size(2, 'first', 10)],
      moves: ['2 first b'],
    },
    { name: 'one company', primaries: ['first', 'b'], sizes: [size(1, 'first', 100)], moves: [] },
    {
      name: 'three primaries',
      primaries: ['first', 'b', 'c'],
      sizes: [1, 2, 3, 4, 5, 6].map((id) => size(id, 'first', 10)),
      moves: ['1 first b', '2 first c', '3 first b', '4 first c'],
    },
  ])('of $name', ({ primaries, sizes, moves }) => {
    const planned = planMoves(primaries, sizes)
    expect(planned.map(({ companyId, from, to }) => `${companyId} ${from} ${to}`)).toEqual(moves)
  })
})

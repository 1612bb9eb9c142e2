import { readSubscription } from './subscription'

const noon = new Date(2026, 10, 19, 12)
const due = (day: number, hour = 0) => new Date(2026, 10, day, hour).toISOString()

describe('a subscription', () => {
  it.each([
    ['without a due date runs', null, { kind: 'running' }],
    ['five days ahead runs', due(24), { kind: 'running' }],
    ['four days ahead is about to end', due(23), { kind: 'ending', days: 4 }],
    ['due today still lets people in', due(19), { kind: 'ending', days: 0 }],
    ['due yesterday is over', due(18, 23), { kind: 'over', dueDate: new Date(2026, 10, 18, 23) }],
  ])('%s', (_name, dueDate, state) => {
    expect(readSubscription(dueDate, noon)).toEqual(state)
  })
})

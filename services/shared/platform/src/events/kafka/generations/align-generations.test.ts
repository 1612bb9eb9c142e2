import { listDifferent } from './align-generations'

const declared = (generations: Record<string, number>) => new Map(Object.entries(generations))

it.each([
  ['nothing where all declare the same', [{ tickets: 2 }, { tickets: 2 }], {}],
  ['what a primary that was added lacks', [{ tickets: 2, campaigns: 3 }, {}], { tickets: 2, campaigns: 3 }],
  ['the latest, whichever primary declares it', [{ tickets: 2 }, { tickets: 3 }, {}], { tickets: 3 }],
  ['only topics that differ', [{ tickets: 2, realtime: 2 }, { tickets: 2 }], { realtime: 2 }],
])('lists %s', (_what, all, listed) => {
  expect(listDifferent(all.map((one) => declared(one as Record<string, number>)))).toEqual(declared(listed))
})

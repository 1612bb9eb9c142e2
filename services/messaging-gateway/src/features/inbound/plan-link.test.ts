import { planLink } from './plan-link'

const names = { phones: ['phone:551199990000', 'phone:5511999990000'], privacy: 'lid:77' }
const wanted = [...names.phones, names.privacy]
const older = (...aliases: string[]) => ({ id: '1', aliases })
const younger = (...aliases: string[]) => ({ id: '2', aliases })

describe('a number and a privacy id of one person', () => {
  it.each([
    ['are new', undefined, undefined, { kind: 'new', missing: wanted }],
    ['are settled already', older(...wanted), older(...wanted), { kind: 'settled', id: '1', missing: [] }],
    [
      'join where the number is known',
      older(...names.phones),
      undefined,
      { kind: 'settled', id: '1', missing: ['lid:77'] },
    ],
    [
      'join where the id is known',
      undefined,
      older('lid:77'),
      { kind: 'settled', id: '1', missing: names.phones },
    ],
    [
      'merge two conversations, the older survives',
      younger(...names.phones),
      older('lid:77'),
      { kind: 'merge', kept: '1', merged: '2', missing: [], linked: wanted },
    ],
  ] as const)('%s', (_case, byPhone, byLid, plan) => {
    expect(planLink(byPhone as never, byLid as never, names)).toEqual(plan)
  })
})

it('ids of two kinds do not contradict each other', () => {
  const scoped = { ...names, privacy: 'bsuid:BR.1' }
  const linked = older(...names.phones, 'lid:77')
  expect(planLink(linked, younger('bsuid:BR.1'), scoped)).toMatchObject({ kind: 'merge', kept: '1' })
  expect(planLink(older(...names.phones, 'bsuid:BR.2'), younger('bsuid:BR.1'), scoped).kind).toBe('repoint')
})

describe('a link against an older one', () => {
  it.each([
    [
      'takes the id from the number it belonged to, and nothing else',
      older(...names.phones),
      younger('lid:77', 'phone:5521988887777'),
      { kind: 'repoint', target: '1', names: ['lid:77'], missing: [] },
    ],
    [
      'takes the number from the id it belonged to, and nothing else',
      older(...names.phones, 'lid:66'),
      younger('lid:77'),
      { kind: 'repoint', target: '2', names: names.phones, missing: [] },
    ],
    [
      'begins anew with an id that belonged to another number',
      undefined,
      older('lid:77', 'phone:5521988887777'),
      { kind: 'repoint', target: undefined, names: ['lid:77'], missing: wanted },
    ],
    [
      'begins anew with a number that belonged to another id',
      older(...names.phones, 'lid:66'),
      undefined,
      { kind: 'repoint', target: undefined, names: names.phones, missing: wanted },
    ],
    [
      'begins anew when both belonged to others',
      older(...names.phones, 'lid:66'),
      younger('lid:77', 'phone:5521988887777'),
      { kind: 'repoint', target: undefined, names: wanted, missing: wanted },
    ],
  ] as const)('%s', (_case, byPhone, byLid, plan) => {
    expect(planLink(byPhone as never, byLid as never, names)).toEqual(plan)
  })

  it('never merges the conversations of two numbers or of two ids', () => {
    const plans = [
      planLink(older(...names.phones, 'lid:66'), younger('lid:77'), names),
      planLink(older(...names.phones), younger('lid:77', 'phone:1'), names),
    ]
    expect(plans.map((plan) => plan.kind)).toEqual(['repoint', 'repoint'])
  })
})

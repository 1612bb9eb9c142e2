import { sessionEnds } from '@balcao/contracts'

import { mapCloseCode, closeTable } from './close-reasons'

describe('a reason code of the network', () => {
  it.each([
    [401, 'logged-out'],
    [402, 'temporarily-banned'],
    [403, 'banned'],
    [406, 'banned'],
    [405, 'outdated'],
    [409, 'outdated'],
    [411, 'multidevice-mismatch'],
    [408, 'lost'],
    [428, 'lost'],
    [503, 'lost'],
    [440, 'replaced'],
    [500, 'bad-session'],
    [515, 'restart-required'],
    [0, 'lost'],
    [418, 'lost'],
    [599, 'lost'],
  ] as const)('%i is %s', (code, reason) => expect(mapCloseCode(code)).toBe(reason))

  it('stands in one row only', () => {
    const codes = Object.values(closeTable).flatMap((row) => [...row.codes])
    expect(new Set(codes).size).toBe(codes.length)
  })
})

it('has a text for every row but the restart', () => {
  const withoutText = Object.entries(closeTable).flatMap(([reason, { shownReason }]) =>
    shownReason ? [] : [reason],
  )
  expect(withoutText).toEqual(['restart-required'])
  for (const { shownReason } of Object.values(closeTable))
    if (shownReason) expect(sessionEnds).toContain(shownReason)
})

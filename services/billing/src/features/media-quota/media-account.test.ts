import { chooseGrant, toLimitBytes } from './media-account'

const MEGABYTE = 1024 * 1024
const part = (percent: number) => Math.round((MEGABYTE * percent) / 100)

/* In hundredths of the plan's one megabyte. */
it.each([
  ['an empty account', { used: 0, file: 0 }, [10, 40], 40],
  ['what is left', { used: 70, file: 0 }, [10, 40], 30],
  ['exactly the last bytes', { used: 90, file: 0 }, [10, 10], 10],
  ['one part too many', { used: 91, file: 0 }, [10, 10], undefined],
  ['a file that grows', { used: 90, file: 30 }, [35, 70], 40],
  ['a file that grows too far', { used: 90, file: 30 }, [41, 70], undefined],
  ['a repeat', { used: 100, file: 30 }, [30, 30], 30],
  ['a repeat above a limit that was lowered', { used: 200, file: 30 }, [30, 30], 30],
  ['an empty file above the limit', { used: 200, file: 0 }, [0, 0], 0],
  ['a part above the limit', { used: 200, file: 0 }, [1, 1], undefined],
])('the quota gives %s', (_what, { used, file }, [least = 0, wanted = 0], granted) => {
  const account = { usedBytes: part(used), fileBytes: part(file), mediaMegabytes: 1 }
  const asked = { least: part(least), wanted: part(wanted) }
  const given = chooseGrant(account, asked)
  expect(given === undefined ? undefined : Math.round((given / MEGABYTE) * 100)).toBe(granted)
})

it('the quota refuses one byte above the limit', () => {
  const full = { usedBytes: MEGABYTE, fileBytes: 0, mediaMegabytes: 1 }
  expect(chooseGrant(full, { least: 1, wanted: 1 })).toBeUndefined()
  expect(chooseGrant({ ...full, usedBytes: MEGABYTE - 1 }, { least: 1, wanted: 9 })).toBe(1)
})

it('a plan without a limit gives what is wanted', () =>
  expect(chooseGrant({ usedBytes: 1e15, fileBytes: 0, mediaMegabytes: 0 }, { least: 10, wanted: 40 })).toBe(
    40,
  ))

it('the highest limit of a plan is counted exactly', () =>
  expect(toLimitBytes(1_000_000_000)).toBe(1_048_576_000_000_000))

import { getConfig } from '@testing-library/react'

it('waits long enough for a screen on a machine that does five other things', () => {
  expect(getConfig().asyncUtilTimeout).toBeGreaterThanOrEqual(15_000)
})

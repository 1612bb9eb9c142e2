import { getConfig } from '@testing-library/react'

const everything: { testTimeout: number } = jest.requireActual('../../../jest.config.js')

describe('on a machine that does five other things', () => {
  it('a screen has time to come', () => {
    expect(getConfig().asyncUtilTimeout).toBeGreaterThanOrEqual(15_000)
  })

  it('a test may wait for more than one', () => {
    expect(everything.testTimeout).toBeGreaterThan(2 * getConfig().asyncUtilTimeout)
  })
})

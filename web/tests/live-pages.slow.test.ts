/**
 * @jest-environment-options {"customExportConditions": ["node", "node-addons"]}
 */
import { closePages, expectSamePages, openPages } from './support/page-lists'
import { pageSteps } from './support/page-actions'

/* Old snapshot plus events equals a fresh fetch: the lists of every page but the tickets', whose test is `live.slow`. */

beforeAll(openPages)
afterAll(closePages)

describe('the lists of the pages', () => {
  it('are as fetched before anything happens', expectSamePages)

  it.each(pageSteps)('follow: %s', async (_name, act) => {
    await act()
    await expectSamePages()
  })
})

import { campaignSettingsBody } from '@balcao/contracts'

import { computeShare } from './share'
import { addVariable, toSettingsBody, toSettingsValues } from './campaign-settings.form'

const views = [
  { key: 'messageInterval', value: '5' },
  { key: 'variables', value: '[{"key":"cupom","value":"X"}]' },
  { key: 'allowedHours', value: '{"start":"08:00","end":"18:00"}' },
  { key: 'optOutWords', value: '["sair","parar"]' },
]

describe('the settings of campaigns', () => {
  it('are shown with defaults for what is not there, and sent as the contract takes them', async () => {
    const values = toSettingsValues(views)
    expect(values).toEqual({
      messageInterval: 5,
      longerIntervalAfter: 20,
      greaterInterval: 60,
      variables: [{ key: 'cupom', value: 'X' }],
      start: '08:00',
      end: '18:00',
      optOutWords: 'sair, parar',
    })
    const body = toSettingsBody(values)
    await expect(campaignSettingsBody.validate(body, { strict: true })).resolves.toBeTruthy()
    expect(toSettingsBody({ ...values, end: '' }).settings.allowedHours).toBeNull()
  })

  it.each([
    ['novo', 'Y', 2],
    ['{novo}', 'Y', 2],
    ['cupom', 'Y', 1],
    [' ', 'Y', 1],
    ['novo', ' ', 1],
  ])('a variable %j with %j makes %s', (key, value, count) =>
    expect(addVariable([{ key: 'cupom', value: 'X' }], { key, value })).toHaveLength(count),
  )
})

it.each([
  [0, 0, 0],
  [1, 3, 33],
  [999, 1_000, 99],
  [3, 3, 100],
])('%s of %s are %s %%', (part, whole, percent) => expect(computeShare(part, whole)).toBe(percent))

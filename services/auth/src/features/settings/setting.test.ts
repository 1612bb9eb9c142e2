import { SECRET_MASK } from '@balcao/contracts'

import {
  assertAllowedValue,
  parseSettingKey,
  listNonSecretSettings,
  listVisibleSettings,
  readSettingValue,
} from './setting'

describe('a setting', () => {
  it('has its default until it is stored', () => {
    expect(readSettingValue(new Map(), 'timeCreateNewTicket')).toBe('120')
    expect(readSettingValue(new Map([['timeCreateNewTicket', '0']]), 'timeCreateNewTicket')).toBe('0')
  })
  it('that is stored but unknown is never shown', () => {
    const stored = new Map([
      ['enabled', ''],
      ['userRating', 'enabled'],
    ])
    expect(listVisibleSettings(stored, 'admin').map(({ key }) => key)).not.toContain('enabled')
    expect(listNonSecretSettings(stored)).not.toHaveProperty('enabled')
    expect(listVisibleSettings(stored, 'agent')).toContainEqual({ key: 'userRating', value: 'enabled' })
  })
  it('that is secret is masked for administrators and absent for everyone else', () => {
    const stored = new Map([['asaas', 'token']])
    expect(listVisibleSettings(stored, 'admin')).toContainEqual({ key: 'asaas', value: SECRET_MASK })
    expect(listVisibleSettings(new Map(), 'admin')).toContainEqual({ key: 'asaas', value: '' })
    expect(JSON.stringify([listVisibleSettings(stored, 'agent'), listNonSecretSettings(stored)])).not.toMatch(
      /asaas|token/,
    )
  })
  it.each(['valueOf', '__proto__', '', 'nope'])('called %j is none', (key) =>
    expect(() => parseSettingKey(key)).toThrow('ERR_NO_SETTING_FOUND'),
  )
  it.each([
    ['0', true],
    ['1', true],
    ['120', true],
    ['999999', true],
    ['', false],
    ['00', false],
    ['-1', false],
    ['1e3', false],
    ['1000000', false],
    [' 1', false],
  ])('in minutes takes %j: %s', (value, isAllowed) => {
    const check = () => assertAllowedValue('timeCreateNewTicket', value)
    if (isAllowed) expect(check).not.toThrow()
    else expect(check).toThrow('ERR_VALIDATION')
  })
})

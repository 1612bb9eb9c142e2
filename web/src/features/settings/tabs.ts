import type { SessionUserView, SettingKey, SettingView } from '@balcao/contracts'

import { can } from '../../lib/can'

export type SettingsTab = 'options' | 'hours' | 'companies' | 'plans' | 'helps'

export const findValue = (settings: readonly SettingView[], key: string): string =>
  settings.find((setting) => setting.key === key)?.value ?? ''

/** The tabs of this user. The hours are the company's only while the setting says so; the platform's records are for super users. */
export const listSettingsTabs = (
  me: Pick<SessionUserView, 'profile' | 'super'>,
  settings: readonly SettingView[] | undefined,
): SettingsTab[] => {
  const tabs: SettingsTab[] = ['options']
  if (settings && findValue(settings, 'scheduleType') === 'company') tabs.push('hours')
  if (can(me, 'settings:companies')) tabs.push('companies')
  if (can(me, 'settings:plans')) tabs.push('plans')
  if (can(me, 'settings:helps')) tabs.push('helps')
  return tabs
}

const TAB = 'tab'
const SETTING = 'setting'

/** The address of a tab of the settings. */
export const buildTabPath = (tab: SettingsTab): string => `/settings?${TAB}=${tab}`

/** The address of one setting. */
export const buildSettingPath = (key: SettingKey): string => `/settings?${SETTING}=${key}`

/** What the search of an address names. */
export const readSettingsAddress = (search: string) => {
  const params = new URLSearchParams(search)
  return { tab: params.get(TAB), setting: params.get(SETTING) }
}

import {
  SECRET_MASK,
  settingDefinitions,
  type CompanyId,
  type SettingKey,
  type SettingView,
} from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { AppError, type Clock, type Ids } from '@balcao/kernel'

/** Settings a company has changed; everything else has its default. */
export type StoredSettings = ReadonlyMap<string, string>

export type SettingReaders = 'agent' | 'admin' | 'secret'

interface Definition {
  value: string
  allowed: readonly string[] | 'minutes' | 'text'
  readers: SettingReaders
}

const definitions: Readonly<Record<SettingKey, Definition>> = settingDefinitions

const keys = Object.keys(definitions).filter((key): key is SettingKey => key in definitions)

/** @throws {AppError} ERR_NO_SETTING_FOUND for a key that is not one of ours. */
export function knownSetting(key: string): SettingKey {
  const known = keys.find((candidate) => candidate === key)
  if (!known) throw new AppError('ERR_NO_SETTING_FOUND')
  return known
}

export const isSecret = (key: SettingKey): boolean => definitions[key].readers === 'secret'

/** @throws {AppError} ERR_VALIDATION when the setting does not take the value. */
export function assertAllowed(key: SettingKey, value: string): void {
  const { allowed } = definitions[key]
  if (allowed === 'text') return
  const isAllowed = allowed === 'minutes' ? /^(0|[1-9]\d{0,5})$/.test(value) : allowed.includes(value)
  if (!isAllowed) throw new AppError('ERR_VALIDATION', { detail: `value of ${key}` })
}

export const settingValue = (stored: StoredSettings, key: SettingKey): string =>
  stored.get(key) ?? definitions[key].value

const shown = (stored: StoredSettings, key: SettingKey): SettingView => {
  const value = settingValue(stored, key)
  return { key, value: isSecret(key) && value !== '' ? SECRET_MASK : value }
}

/** What this kind of reader may see, defaults filled in, secrets masked. */
export const settingsFor = (stored: StoredSettings, reader: 'agent' | 'admin'): SettingView[] =>
  keys
    .filter((key) => reader === 'admin' || definitions[key].readers === 'agent')
    .map((key) => shown(stored, key))

/** For the other services: everything but secrets. */
export const openSettings = (stored: StoredSettings): Record<string, string> =>
  Object.fromEntries(keys.filter((key) => !isSecret(key)).map((key) => [key, settingValue(stored, key)]))

/** A secret's event says that it changed, never to what. */
export const settingChanged = (
  stamp: { ids: Ids; clock: Clock },
  companyId: CompanyId,
  key: SettingKey,
  value: string,
): DeskEvent =>
  deskEvent(stamp, companyId, orderingKeys.company(companyId), 'settingChanged', {
    key,
    value: isSecret(key) && value !== '' ? SECRET_MASK : value,
  })

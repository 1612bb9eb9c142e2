import {
  SECRET_MASK,
  settingDefinitions,
  type CompanyId,
  type SettingKey,
  type SettingView,
} from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { AppError, type Clock, type Ids } from '@balcao/kernel'

/** Settings that a company has changed; the others have their defaults. */
export type StoredSettings = ReadonlyMap<string, string>

export type SettingReaders = 'agent' | 'admin' | 'secret'

interface Definition {
  value: string
  allowed: readonly string[] | 'minutes' | 'text'
  readers: SettingReaders
  writers?: 'super'
}

const definitions: Readonly<Record<SettingKey, Definition>> = settingDefinitions

const keys = Object.keys(definitions).filter((key): key is SettingKey => key in definitions)

/** @throws {AppError} ERR_NO_SETTING_FOUND for an unknown key. */
export function parseSettingKey(key: string): SettingKey {
  const known = keys.find((candidate) => candidate === key)
  if (!known) throw new AppError('ERR_NO_SETTING_FOUND')
  return known
}

export const isSecret = (key: SettingKey): boolean => definitions[key].readers === 'secret'

/** @throws {AppError} ERR_NO_SUPER for what only super users set. */
export function assertMaySet(key: SettingKey, session: { super: boolean }): void {
  if (definitions[key].writers === 'super' && !session.super) throw new AppError('ERR_NO_SUPER')
}

function isAllowedValue(allowed: Definition['allowed'], value: string): boolean {
  if (allowed === 'text') return true
  return allowed === 'minutes' ? /^(0|[1-9]\d{0,5})$/.test(value) : allowed.includes(value)
}

/** @throws {AppError} ERR_VALIDATION when the setting does not allow the value. */
export function assertAllowedValue(key: SettingKey, value: string): void {
  if (!isAllowedValue(definitions[key].allowed, value))
    throw new AppError('ERR_VALIDATION', { detail: `value of ${key}` })
}

export const readSettingValue = (stored: StoredSettings, key: SettingKey): string =>
  stored.get(key) ?? definitions[key].value

const toSettingView = (stored: StoredSettings, key: SettingKey): SettingView => {
  const value = readSettingValue(stored, key)
  return { key, value: isSecret(key) && value !== '' ? SECRET_MASK : value }
}

/** Why an import may not set it: `unknown`, `secret`, `operator` for what super users set, or `value`; '' when it may. */
export function findSettingFault(
  key: string,
  value: string,
): '' | 'unknown' | 'secret' | 'operator' | 'value' {
  const known = keys.find((candidate) => candidate === key)
  if (!known) return 'unknown'
  if (isSecret(known)) return 'secret'
  if (definitions[known].writers === 'super') return 'operator'
  const { allowed } = definitions[known]
  return isAllowedValue(allowed, value) ? '' : 'value'
}

/** The settings this reader may see, defaults filled in, secrets masked. */
export const listVisibleSettings = (stored: StoredSettings, reader: 'agent' | 'admin'): SettingView[] =>
  keys
    .filter((key) => reader === 'admin' || definitions[key].readers === 'agent')
    .map((key) => toSettingView(stored, key))

/** All settings except secrets, for the other services. */
export const listNonSecretSettings = (stored: StoredSettings): Record<string, string> =>
  Object.fromEntries(keys.filter((key) => !isSecret(key)).map((key) => [key, readSettingValue(stored, key)]))

/** A secret's event carries the mask instead of the value. */
export const settingChanged = (
  stamp: { ids: Ids; clock: Clock },
  companyId: CompanyId,
  key: SettingKey,
  value: string,
): DeskEvent =>
  deskEvent(stamp, orderingKeys.company(companyId), 'settingChanged', {
    key,
    value: isSecret(key) && value !== '' ? SECRET_MASK : value,
  })

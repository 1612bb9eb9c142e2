import { SECRET_MASK, type SettingView } from '@balcao/contracts'
import {
  AppError,
  isAdmin,
  type Clock,
  type Database,
  type EventLog,
  type Ids,
  type Session,
} from '@balcao/kernel'

import {
  assertAllowedValue,
  assertMaySet,
  isSecret,
  parseSettingKey,
  settingChanged,
  listVisibleSettings,
} from './setting'
import type { SettingStore } from './setting.store'

export interface SettingsDeps {
  db: Database
  settings: SettingStore
  events: EventLog
  ids: Ids
  clock: Clock
  onChanged(who: Pick<Session, 'companyId' | 'userId'>, key: string): void
}

/** The company's settings that the caller may read. */
export async function readSettings(deps: SettingsDeps, session: Session): Promise<SettingView[]> {
  const stored = await deps.db.withTenant(session.companyId, (tx) =>
    deps.settings.read(tx, session.companyId),
  )
  return listVisibleSettings(stored, isAdmin(session) ? 'admin' : 'agent')
}

/**
 * Changes a setting and returns it. Idempotent. Without a value it stays unchanged, and so does a secret sent back as its mask.
 * @throws {AppError} ERR_NO_SETTING_FOUND, ERR_VALIDATION, ERR_NO_SUPER
 */
export async function changeSetting(
  deps: SettingsDeps,
  session: Session,
  asked: { key: string; value: string | undefined },
): Promise<SettingView> {
  const key = parseSettingKey(asked.key)
  const { companyId } = session
  const { value } = asked
  if (value === undefined) {
    const known = (await readSettings(deps, session)).find((setting) => setting.key === key)
    if (!known) throw new AppError('ERR_NO_SETTING_FOUND')
    return known
  }
  assertAllowedValue(key, value)
  assertMaySet(key, session)
  if (isSecret(key) && value === SECRET_MASK) return { key, value: SECRET_MASK }
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.settings.write(tx, companyId, { key, value, isSecret: isSecret(key) }, deps.clock.now())
    await deps.events.append(tx, [settingChanged(deps, companyId, key, value)])
  })
  deps.onChanged({ companyId, userId: session.userId }, key)
  return { key, value: isSecret(key) && value !== '' ? SECRET_MASK : value }
}

import { SECRET_MASK, type SettingView } from '@balcao/contracts'
import { isAdmin, type Clock, type Database, type EventLog, type Ids, type Session } from '@balcao/kernel'

import { assertAllowed, isSecret, knownSetting, settingChanged, settingsFor } from './setting'
import type { SettingStore } from './setting.store'

export interface SettingsDeps {
  db: Database
  settings: SettingStore
  events: EventLog
  ids: Ids
  clock: Clock
  onChanged(who: Pick<Session, 'companyId' | 'userId'>, key: string): void
}

/** The company's settings as the caller may see them. */
export async function readSettings(deps: SettingsDeps, session: Session): Promise<SettingView[]> {
  const stored = await deps.db.withTenant(session.companyId, (tx) =>
    deps.settings.read(tx, session.companyId),
  )
  return settingsFor(stored, isAdmin(session) ? 'admin' : 'agent')
}

/**
 * The setting as it is now. Idempotent. A secret sent back as its mask stays what it is.
 * @throws {AppError} ERR_NO_SETTING_FOUND, ERR_VALIDATION
 */
export async function changeSetting(
  deps: SettingsDeps,
  session: Session,
  asked: SettingView,
): Promise<SettingView> {
  const key = knownSetting(asked.key)
  assertAllowed(key, asked.value)
  const { companyId } = session
  if (isSecret(key) && asked.value === SECRET_MASK) return { key, value: SECRET_MASK }
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.settings.write(
      tx,
      companyId,
      { key, value: asked.value, isSecret: isSecret(key) },
      deps.clock.now(),
    )
    await deps.events.append(tx, [settingChanged(deps, companyId, key, asked.value)])
  })
  deps.onChanged({ companyId, userId: session.userId }, key)
  return { key, value: isSecret(key) && asked.value !== '' ? SECRET_MASK : asked.value }
}

export { listNonSecretSettings, listVisibleSettings, type StoredSettings } from './setting'
export type { SettingStore } from './setting.store'

export { openSettings, settingsFor, type StoredSettings } from './setting'
export type { SettingStore } from './setting.store'

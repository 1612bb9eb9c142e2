export {
  findSettingFault,
  listNonSecretSettings,
  listVisibleSettings,
  readSettingValue,
  settingChanged,
  type StoredSettings,
} from './setting'
export type { SettingStore } from './setting.store'

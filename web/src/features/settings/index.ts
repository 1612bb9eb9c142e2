export { settingGroups } from './setting-rows'
export { buildSettingPath, buildTabPath, listSettingsTabs } from './tabs'

export { settingGroups } from './setting-rows'
export { buildSettingPath, buildTabPath, listSettingsTabs } from './tabs'

/** Loaded separately: the palette needs only the names of tabs and settings. */
export const loadSettingsPage = () => import('./settings-page')

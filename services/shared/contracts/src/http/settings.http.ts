import { endpoint } from './endpoint'
import { object, text } from './fields'
import { settingRoutes } from './settings.routes'

export const listSettings = endpoint(settingRoutes.listSettings, {
  access: 'user',
  tag: 'settings',
  summary: 'Settings of the company; secrets are masked, agents see only what they need.',
})

export const putSettingBody = object({ key: text(60).optional(), value: text(2000).optional() })

export const putSetting = endpoint(settingRoutes.putSetting, {
  access: 'admin',
  params: object({ key: text(60).required() }),
  body: putSettingBody,
  tag: 'settings',
  summary:
    'Sets one of the known settings; without a value it stays. `campaignsEnabled` is set by super users only.',
  errors: ['ERR_NO_SETTING_FOUND', 'ERR_NO_SUPER'],
})

import { listSettings, putSetting } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { changeSetting, readSettings, type SettingsDeps } from './change-setting'

export function settingsRoutes(edge: HttpEdge, deps: SettingsDeps): void {
  edge.route(listSettings, ({ session }) => readSettings(deps, session))
  edge.route(putSetting, ({ session, params, body }) =>
    changeSetting(deps, session, { key: params.key, value: body.value }),
  )
}

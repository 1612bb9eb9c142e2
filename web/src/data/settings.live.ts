import type { SettingEvent } from '@balcao/contracts'

import { onFeed, type FeedContext } from './live/handlers'
import { onFeedOverAnswers } from './live/over-answers'
import { applySetting, settingsApi } from './settings.api'

const patchSettings = ({ setting }: SettingEvent, { dispatch }: FeedContext) => {
  dispatch(
    settingsApi.util.updateQueryData('listSettings', undefined, (settings) =>
      applySetting(settings, setting),
    ),
  )
}

settingsApi.enhanceEndpoints({
  endpoints: { listSettings: { onQueryStarted: onFeedOverAnswers('settings', patchSettings) } },
})

/* A company's answer has its settings. */
onFeed('settings', (_event, { dispatch }: FeedContext) => {
  dispatch(settingsApi.util.invalidateTags(['companies']))
})

onFeed('companyHours', (_event, { dispatch }: FeedContext) => {
  dispatch(settingsApi.util.invalidateTags(['company-hours']))
})

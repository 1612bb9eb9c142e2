import type { CampaignEvent, CampaignView } from '@balcao/contracts'

import { campaignsApi } from './campaigns.api'
import { onFeed, type FeedContext } from './live/handlers'
import { onFeedOverAnswers } from './live/over-answers'

/* Progress changes rows in place: it changes no name and no scheduled time, and what ends stays where it is seen. */
const patchCampaign = (record: CampaignView, { dispatch, getState }: FeedContext) => {
  const shown = campaignsApi.endpoints.getCampaign.select(record.id)(getState()).data
  if (shown && shown.report.answered !== record.report.answered)
    dispatch(campaignsApi.util.invalidateTags(['campaign-answers']))
  dispatch(campaignsApi.util.updateQueryData('getCampaign', record.id, () => record))
  for (const asked of campaignsApi.util.selectCachedArgsForQuery(getState(), 'listCampaigns'))
    dispatch(
      campaignsApi.util.updateQueryData('listCampaigns', asked, ({ pages }) => {
        for (const page of pages)
          page.records = page.records.map((campaign) => (campaign.id === record.id ? record : campaign))
      }),
    )
}

const keepNewer = {
  onQueryStarted: onFeedOverAnswers('campaign', (event: CampaignEvent, context) => {
    if (event.action === 'update') patchCampaign(event.record, context)
  }),
}

campaignsApi.enhanceEndpoints({ endpoints: { getCampaign: keepNewer, listCampaigns: keepNewer } })

onFeed('campaign', ({ action }, { dispatch }) => {
  if (action !== 'update') dispatch(campaignsApi.util.invalidateTags(['campaigns']))
})

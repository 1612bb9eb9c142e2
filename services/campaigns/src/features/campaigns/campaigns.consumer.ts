import { connectionId, normalizePhone } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import type { CampaignDeps } from './campaign-deps'
import { followConnection } from './follow-connection'
import { ANSWERS_GROUP, followCampaignAnswer, followMessage } from './follow-answers'
import { erasePerson, FOLLOW_GROUP, followOutcome } from './follow-messages'

const ERASURES = 'campaigns.erasures'

/** What became of campaigns' messages, words that end campaigns, and changes of connections. */
export const campaignMessagesConsumer = (deps: CampaignDeps): Subscription => ({
  group: FOLLOW_GROUP,
  topic: 'messaging',
  cases: ['outboundChanged', 'messageReceived', 'connectionChanged', 'connectionDeleted'],
  handle: async ({ event }) => {
    if (isCase(event, 'outboundChanged')) {
      if (event.body.value.campaignId !== 0) await followOutcome(deps, event, event.body.value)
    } else if (isCase(event, 'messageReceived')) {
      const { fromMe, isGroup } = event.body.value
      if (!fromMe && !isGroup) await followMessage(deps, event, event.body.value)
    } else if (isCase(event, 'connectionChanged')) {
      const { connection } = event.body.value
      if (connection) await followConnection(deps, event, connectionId(connection.id), connection)
    } else if (isCase(event, 'connectionDeleted'))
      await followConnection(deps, event, connectionId(event.body.value.connectionId), undefined)
  },
})

/** What contacts answered. */
export const campaignAnswersConsumer = (deps: CampaignDeps): Subscription => ({
  group: ANSWERS_GROUP,
  topic: 'tickets',
  cases: ['campaignAnswered'],
  handle: async ({ event }) => {
    if (isCase(event, 'campaignAnswered')) await followCampaignAnswer(deps, event, event.body.value)
  },
})

/** Deleted contacts leave lists and campaigns. */
export const campaignErasuresConsumer = (deps: CampaignDeps): Subscription => ({
  group: ERASURES,
  topic: 'tickets',
  cases: ['contactErased'],
  handle: async ({ event }) => {
    if (!isCase(event, 'contactErased')) return
    const phones = event.body.value.identities.filter(({ kind }) => kind === 'phone')
    await erasePerson(
      deps,
      event,
      ERASURES,
      phones.map(({ value }) => normalizePhone(value)),
    )
  },
})

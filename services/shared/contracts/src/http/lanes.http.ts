import { endpoint } from './endpoint'
import { boolean, emptyBody, idText, ignored, number, object, uuidText } from './fields'
import { laneRoutes } from './lanes.routes'

const connectionParams = object({ whatsappId: idText().required() })

export const getLanes = endpoint(laneRoutes.getLanes, {
  access: 'admin',
  params: connectionParams,
  tag: 'connections',
  summary: 'What waits to be sent on a number, how fast its campaigns go, and until when it is paused.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const setPaceBody = object({
  perMinute: number().strict(true).integer().min(1).max(600).nullable(),
  newChatsPerDay: number().strict(true).integer().min(0).max(10_000).nullable(),
  campaignsPerDay: number().strict(true).integer().min(0).max(100_000).nullable(),
  checksNumbers: boolean().strict(true),
  waitingAgent: ignored(),
  waitingCampaign: ignored(),
  pausedUntil: ignored(),
  newChats: ignored(),
  campaigns: ignored(),
  doneAt: ignored(),
  lastFailure: ignored(),
})

export const setPace = endpoint(laneRoutes.setPace, {
  access: 'admin',
  params: connectionParams,
  body: setPaceBody,
  tag: 'connections',
  summary:
    'Sets how many campaign messages a minute a number sends, how many it sends and how many chats it begins in 24 hours (null: as the platform says), and whether it checks numbers before they are sent to; absent: as it is.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const resumeLanes = endpoint(laneRoutes.resumeLanes, {
  access: 'admin',
  params: connectionParams,
  body: emptyBody,
  tag: 'connections',
  summary: 'Ends a pause before its time.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const listMerges = endpoint(laneRoutes.listMerges, {
  access: 'admin',
  params: connectionParams,
  tag: 'connections',
  summary: 'The last 100 conversations that were found to be one, newest first.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const undoConversationMerge = endpoint(laneRoutes.undoConversationMerge, {
  access: 'admin',
  params: object({ mergeId: uuidText().required() }),
  body: emptyBody,
  tag: 'connections',
  summary:
    'Two conversations again: new messages go to their own. What was told meanwhile stays where it is. Idempotent.',
  errors: ['ERR_NOT_FOUND'],
})

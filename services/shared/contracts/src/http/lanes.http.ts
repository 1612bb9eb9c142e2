import { endpoint } from './endpoint'
import { idText, ignored, number, object, uuidText } from './fields'

const connectionParams = object({ whatsappId: idText().required() })

export interface LanesAnswer {
  /** Messages that wait to be sent: what people write, and what campaigns send. */
  waitingAgent: number
  waitingCampaign: number
  /** Campaign messages a minute. */
  perMinute: number
  /** Campaigns and new chats wait until then; null while they go. */
  pausedUntil: string | null
  /** The last message that was given up, by its code. */
  lastFailure: { code: string; at: string } | null
}

export const getLanes = endpoint<LanesAnswer>()({
  method: 'get',
  path: '/whatsapp/:whatsappId/lanes',
  access: 'admin',
  params: connectionParams,
  tag: 'connections',
  summary: 'What waits to be sent on a number, how fast its campaigns go, and until when it is paused.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const setPace = endpoint<LanesAnswer>()({
  method: 'put',
  path: '/whatsapp/:whatsappId/lanes',
  access: 'admin',
  params: connectionParams,
  body: object({
    perMinute: number().strict(true).integer().min(1).max(600).nullable(),
    waitingAgent: ignored(),
    waitingCampaign: ignored(),
    pausedUntil: ignored(),
    lastFailure: ignored(),
  }),
  tag: 'connections',
  summary:
    'Sets how many campaign messages a minute a number sends; null: as the platform says; absent: as it is.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const resumeLanes = endpoint<LanesAnswer>()({
  method: 'post',
  path: '/whatsapp/:whatsappId/lanes/resume',
  access: 'admin',
  params: connectionParams,
  body: object({}),
  tag: 'connections',
  summary: 'Ends a pause before its time.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export interface MergeView {
  id: string
  /** What the network called the chat that was merged into another: `phone:…`, `lid:…`. */
  names: string[]
  mergedAt: string
  undoneAt: string | null
}

export const listMerges = endpoint<MergeView[]>()({
  method: 'get',
  path: '/whatsapp/:whatsappId/merges',
  access: 'admin',
  params: connectionParams,
  tag: 'connections',
  summary: 'The last 100 conversations that were found to be one, newest first.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const undoConversationMerge = endpoint<MergeView>()({
  method: 'post',
  path: '/whatsapp/merges/:mergeId/undo',
  access: 'admin',
  params: object({ mergeId: uuidText().required() }),
  body: object({}),
  tag: 'connections',
  summary:
    'Two conversations again: new messages go to their own. What was told meanwhile stays where it is. Idempotent.',
  errors: ['ERR_NOT_FOUND'],
})

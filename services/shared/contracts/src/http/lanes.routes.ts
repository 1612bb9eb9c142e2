import type { setPaceBody } from './lanes.http'
import { type Sent, route } from './route'

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

export interface MergeView {
  id: string
  /** What the network called the chat that was merged into another: `phone:…`, `lid:…`. */
  names: string[]
  mergedAt: string
  undoneAt: string | null
}

export const laneRoutes = {
  getLanes: route('get', '/whatsapp/:whatsappId/lanes').with<{ answer: LanesAnswer }>(),
  setPace: route('put', '/whatsapp/:whatsappId/lanes').with<{
    body: Sent<typeof setPaceBody>
    answer: LanesAnswer
  }>(),
  resumeLanes: route('post', '/whatsapp/:whatsappId/lanes/resume').with<{ answer: LanesAnswer }>(),
  listMerges: route('get', '/whatsapp/:whatsappId/merges').with<{ answer: MergeView[] }>(),
  undoConversationMerge: route('post', '/whatsapp/merges/:mergeId/undo').with<{ answer: MergeView }>(),
}

import type { NewChatHold } from './connections.routes'
import type { setPaceBody } from './lanes.http'
import { type Sent, route } from './route'

/** Chats with people who have never written, nor answered. */
export interface NewChatsAnswer {
  /** Messages that would begin one. */
  waiting: number
  /** Begun in the last 24 hours, and how many may be. */
  begun: number
  cap: number
  /** The administrator's own cap; null: by the days since the number was first connected. */
  perDay: number | null
  /** When the number was first connected; null: never. */
  linkedAt: string | null
  /** Why none begins now. */
  hold: { why: NewChatHold; until: string } | null
  /**
   * WhatsApp's own quota of its current cycle; null when it names none. Of an official number: customers whom all numbers of its business
   * account in this company have sent templates to in the last 24 hours, and Meta's limit of them; above 10,000 it counts as none.
   */
  quota: { total: number; used: number } | null
}

/** Messages of campaigns and schedules. */
export interface CampaignSendsAnswer {
  /** Sent in the last 24 hours, and how many may be. A simulated phone has no cap. */
  sent: number
  cap: number
  /** The administrator's own cap; null: the platform's. */
  perDay: number | null
  /** Until then none is sent: the cap is reached; null while they go. */
  heldUntil: string | null
}

export interface LanesAnswer {
  /** Messages in the queue: written by people, and of campaigns. */
  waitingAgent: number
  waitingCampaign: number
  /** Campaign messages a minute. */
  perMinute: number
  /** Campaigns and new chats are paused until then; null when they are not. */
  pausedUntil: string | null
  newChats: NewChatsAnswer
  campaigns: CampaignSendsAnswer
  /** Whether WhatsApp is asked about numbers before they are sent to; a simulated phone always is. */
  checksNumbers: boolean
  /** When all that waits will have been sent, at the pace and the caps of now; null when nothing waits. */
  doneAt: string | null
  /** Error code and time of the last message that failed. */
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

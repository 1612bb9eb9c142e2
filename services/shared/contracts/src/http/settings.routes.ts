import { languages } from '../rules/bot/words'
import { exportRoles } from '../rules/roles'
import { type Sent, route } from './route'
import type { putSettingBody } from './settings.http'

export interface SettingView {
  key: string
  value: string
}

/**
 * Every setting with its default. `agent` may be read by everyone, `admin` by administrators only,
 * `secret` is never sent back in clear. `writers: 'super'`: of the terms that super users set, changed by them only.
 */
export const settingDefinitions = {
  userRating: { value: 'disabled', allowed: ['enabled', 'disabled'], readers: 'agent' },
  /** Minutes in which a rating is taken. */
  ratingsTimeout: { value: '30', allowed: 'minutes', readers: 'agent' },
  scheduleType: { value: 'disabled', allowed: ['disabled', 'queue', 'company'], readers: 'agent' },
  CheckMsgIsGroup: { value: 'enabled', allowed: ['enabled', 'disabled'], readers: 'agent' },
  call: { value: 'disabled', allowed: ['enabled', 'disabled'], readers: 'agent' },
  chatBotType: { value: 'text', allowed: ['text', 'list', 'button'], readers: 'agent' },
  sendGreetingAccepted: { value: 'disabled', allowed: ['enabled', 'disabled'], readers: 'agent' },
  sendMsgTransfTicket: { value: 'disabled', allowed: ['enabled', 'disabled'], readers: 'agent' },
  sendGreetingMessageOneQueues: { value: 'disabled', allowed: ['enabled', 'disabled'], readers: 'agent' },
  campaignsEnabled: { value: 'true', allowed: ['true', 'false'], readers: 'agent', writers: 'super' },
  /** Minutes within which a closed ticket is reopened instead of a new one; 0 always opens a new one. */
  timeCreateNewTicket: { value: '120', allowed: 'minutes', readers: 'agent' },
  /** The language of what the program itself says to customers. */
  language: { value: 'pt', allowed: languages, readers: 'agent' },
  /** Whether customers see "typing…" while an agent writes. */
  sendTyping: { value: 'disabled', allowed: ['enabled', 'disabled'], readers: 'agent' },
  /** Whether messages with a link carry a preview of its page, which the desk fetches before it sends. */
  linkPreviews: { value: 'disabled', allowed: ['enabled', 'disabled'], readers: 'agent' },
  /** The lowest role that may export all contacts. */
  exportContacts: { value: 'admin', allowed: exportRoles, readers: 'agent' },
  asaas: { value: '', allowed: 'text', readers: 'secret' },
} as const satisfies Record<
  string,
  {
    value: string
    allowed: readonly string[] | 'minutes' | 'text'
    readers: 'agent' | 'admin' | 'secret'
    writers?: 'super'
  }
>

/** The value of a set secret in an answer. Sent back unchanged, the secret stays as it is. */
export const SECRET_MASK = '••••••••'

export type SettingKey = keyof typeof settingDefinitions

export const settingRoutes = {
  listSettings: route('get', '/settings').with<{ answer: SettingView[] }>(),
  putSetting: route('put', '/settings/:key').with<{
    body: Sent<typeof putSettingBody>
    answer: SettingView
  }>(),
}

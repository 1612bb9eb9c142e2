import type {
  campaignBody,
  campaignPatchBody,
  campaignPreviewBody,
  campaignSettingsBody,
  getCampaignQuery,
  listCampaignsQuery,
  listShippingQuery,
  uploadCampaignMediaBody,
} from './campaigns.http'
import type { ContactListItemView } from './contact-lists.routes'
import type { PlannedTemplateView } from './templates.routes'
import type { Sort } from '../rules/sort'
import { type Sent, route } from './route'

/** What the list of campaigns is sorted by. */
export const campaignSorts = ['name', 'scheduledAt', 'completedAt'] as const

export type CampaignSort = Sort<(typeof campaignSorts)[number]>

export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/**
 * Why a campaign stands still: a person cancelled it, WhatsApp restricted the number, a fifth of the last messages failed, its
 * connection was deleted, or the month's messages cost what the company's budget allows.
 */
export const campaignStops = ['user', 'restricted', 'failures', 'connection', 'budget'] as const
export type CampaignStop = (typeof campaignStops)[number]

/** Numbers of contacts. */
export interface CampaignReportView {
  /** That it goes to. */
  valid: number
  delivered: number
  failed: number
  /** Declined the confirmation, never answered it, or asked for no more messages. */
  refused: number
  confirmationsRequested: number
  confirmed: number
  /** Of the delivered ones: arrived on the phone, and read. */
  received: number
  read: number
  /** Said yes, no, or that they want no more messages. */
  answered: number
}

export interface CampaignRefView {
  id: number
  name: string
}

/** A contact list in a campaign's answer. */
export interface CampaignContactListView extends CampaignRefView {
  /** In the answer of one campaign only; at most 5,000. */
  contacts?: ContactListItemView[]
}

export interface CampaignView {
  id: number
  name: string
  status: CampaignStatus
  /** Whether contacts are asked before they get the message. */
  confirmation: boolean
  /** Whether a yes or no to the confirmation opens a ticket. */
  openTicket: boolean
  message1: string
  message2: string
  message3: string
  message4: string
  message5: string
  confirmationMessage1: string
  confirmationMessage2: string
  confirmationMessage3: string
  confirmationMessage4: string
  confirmationMessage5: string
  /** Sent in place of the messages; null: the messages are sent. */
  template: PlannedTemplateView | null
  scheduledAt: string | null
  completedAt: string | null
  whatsappId: number | null
  whatsapp: CampaignRefView | null
  contactListId: number | null
  contactList: CampaignContactListView | null
  /** Its contacts get the campaign, too; null: none. */
  tagListId: number | null
  /** Its files go ahead of the message; null: none. */
  fileListId: number | null
  /** A signed link. */
  mediaPath: string | null
  mediaName: string | null
  stopReason: CampaignStop | null
  /** When the last message is expected to be sent; null unless it runs. */
  forecastAt: string | null
  report: CampaignReportView
  /** Its contacts in the order of sending, in the answer of one campaign only; at most 5,000. */
  shipping?: ShippingView[]
  companyId: number
  createdAt: string
  updatedAt: string
}

export const shippingStates = [
  'waiting',
  'asked',
  'confirmed',
  'sending',
  'delivered',
  'failed',
  'refused',
] as const

/** One contact of a campaign. */
export interface ShippingView {
  id: number
  name: string
  number: string
  state: (typeof shippingStates)[number]
  /** Code of the catalogue when the state is failed. */
  failure: string | null
  confirmationRequestedAt: string | null
  confirmedAt: string | null
  deliveredAt: string | null
  /** What the contact answered last; at most 100 characters. */
  answer: string | null
  answeredAt: string | null
}

/** What a contact would get first: the question where contacts are asked, else the message. */
export interface CampaignTextView {
  name: string
  number: string
  text: string
}

/** A campaign before it is sent. Numbers of contacts, each number once. */
export interface CampaignPreviewView {
  /** That it would be sent to. */
  people: number
  /** Of the contact list, known not to be on WhatsApp. */
  invalid: number
  /** Asked for no more messages. */
  optedOut: number
  /** Its people by the calling codes of their numbers, by which WhatsApp's prices differ. */
  markets: { callingCode: string; people: number }[]
  startsAt: string
  /** When the last message would be sent, by the company's intervals and hours. */
  endsAt: string
  texts: CampaignTextView[]
}

/** A setting; `value` is JSON. */
export interface CampaignSettingView {
  key: string
  value: string
}

export const campaignRoutes = {
  listCampaigns: route('get', '/campaigns').with<{
    query: Sent<typeof listCampaignsQuery>
    answer: { records: CampaignView[]; count: number; hasMore: boolean }
  }>(),
  getCampaign: route('get', '/campaigns/:campaignId').with<{
    query: Sent<typeof getCampaignQuery>
    answer: CampaignView
  }>(),
  createCampaign: route('post', '/campaigns').with<{
    body: Sent<typeof campaignBody>
    answer: CampaignView
  }>(),
  previewCampaign: route('post', '/campaigns/preview').with<{
    body: Sent<typeof campaignPreviewBody>
    answer: CampaignPreviewView
  }>(),
  updateCampaign: route('put', '/campaigns/:campaignId').with<{
    body: Sent<typeof campaignPatchBody>
    answer: CampaignView
  }>(),
  deleteCampaign: route('delete', '/campaigns/:campaignId').with<{ answer: { message: string } }>(),
  uploadCampaignMedia: route('post', '/campaigns/:campaignId/media-upload').with<{
    body: Sent<typeof uploadCampaignMediaBody>
    answer: CampaignView
  }>(),
  deleteCampaignMedia: route('delete', '/campaigns/:campaignId/media-upload').with<{
    answer: CampaignView
  }>(),
  cancelCampaign: route('post', '/campaigns/:campaignId/cancel').with<{ answer: CampaignView }>(),
  restartCampaign: route('post', '/campaigns/:campaignId/restart').with<{ answer: CampaignView }>(),
  listShipping: route('get', '/campaigns/:campaignId/shipping').with<{
    query: Sent<typeof listShippingQuery>
    answer: { records: ShippingView[]; count: number; hasMore: boolean }
  }>(),
  getCampaignSettings: route('get', '/campaign-settings').with<{ answer: CampaignSettingView[] }>(),
  saveCampaignSettings: route('post', '/campaign-settings').with<{
    body: Sent<typeof campaignSettingsBody>
    answer: CampaignSettingView[]
  }>(),
}

import type {
  CampaignSnapshot,
  ContactListItemSnapshot,
  ContactListSnapshot,
  ScheduleSnapshot,
} from '../gen/desk/campaigns/v1/campaigns_events'
import type { ContactImport } from '../gen/desk/tickets/v1/tickets_events'
import { campaignStatuses, campaignStops, type CampaignView } from '../http/campaigns.routes'
import type {
  ContactListImportView,
  ContactListItemView,
  ContactListView,
} from '../http/contact-lists.routes'
import { scheduleStatuses, type ScheduleView } from '../http/schedules.routes'
import type { PlannedTemplateView } from '../http/templates.routes'
import { companyId } from '../ids/ids'
import { toTemplateValues } from '../rules/templates'
import { contactImportView } from './contact-views'
import { mediaView } from './media-view'
import { iso, isoOrNull, parseOneOf, type SignMedia } from './view-fields'

const refOrNull = (id: number, name: string): CampaignView['whatsapp'] => (id === 0 ? null : { id, name })

/** The five texts of a campaign under the wire's names. */
const listTexts = ([one = '', two = '', three = '', four = '', five = '']: readonly string[]) =>
  [one, two, three, four, five] as const

/** @param text as the customer reads it, with the variables of its values */
const plannedTemplateView = (
  { template, templateFileFormat }: Pick<CampaignSnapshot, 'template' | 'templateFileFormat'>,
  text: string,
): PlannedTemplateView | null =>
  template ? { ...toTemplateValues(template), text, fileFormat: templateFileFormat || null } : null

export function campaignView(campaign: CampaignSnapshot, sign: SignMedia): CampaignView {
  const { media, counts } = campaign
  const messages = listTexts(campaign.messages)
  const confirmations = listTexts(campaign.confirmationMessages)
  return {
    id: campaign.id,
    name: campaign.name,
    status: parseOneOf(campaignStatuses, campaign.status, 'CANCELADA'),
    confirmation: campaign.confirmation,
    openTicket: campaign.opensTicket,
    message1: messages[0],
    message2: messages[1],
    message3: messages[2],
    message4: messages[3],
    message5: messages[4],
    confirmationMessage1: confirmations[0],
    confirmationMessage2: confirmations[1],
    confirmationMessage3: confirmations[2],
    confirmationMessage4: confirmations[3],
    confirmationMessage5: confirmations[4],
    template: plannedTemplateView(campaign, campaign.templateText),
    scheduledAt: isoOrNull(campaign.scheduledAt),
    completedAt: isoOrNull(campaign.completedAt),
    whatsappId: campaign.connectionId || null,
    whatsapp: refOrNull(campaign.connectionId, campaign.connectionName),
    contactListId: campaign.contactListId || null,
    contactList: refOrNull(campaign.contactListId, campaign.contactListName),
    tagListId: campaign.tagId || null,
    fileListId: campaign.fileListId || null,
    mediaPath: media ? sign(companyId(campaign.companyId), media.key, { name: media.name }) : null,
    mediaName: media?.name ?? null,
    stopReason: campaignStops.find((reason) => reason === campaign.stopReason) ?? null,
    forecastAt: isoOrNull(campaign.forecastAt),
    report: {
      valid: counts?.total ?? 0,
      delivered: counts?.delivered ?? 0,
      failed: counts?.failed ?? 0,
      refused: counts?.refused ?? 0,
      confirmationsRequested: counts?.confirmationsRequested ?? 0,
      confirmed: counts?.confirmed ?? 0,
      received: counts?.received ?? 0,
      read: counts?.read ?? 0,
      answered: counts?.answered ?? 0,
    },
    companyId: campaign.companyId,
    createdAt: iso(campaign.createdAt),
    updatedAt: iso(campaign.updatedAt),
  }
}

export const contactListView = (list: ContactListSnapshot): ContactListView => ({
  id: list.id,
  name: list.name,
  contactsCount: list.contactsCount,
  companyId: list.companyId,
  createdAt: iso(list.createdAt),
  updatedAt: iso(list.updatedAt),
})

export const contactListItemView = (item: ContactListItemSnapshot): ContactListItemView => ({
  id: item.id,
  name: item.name,
  number: item.number,
  email: item.email,
  isWhatsappValid: item.validity === 'unknown' ? null : item.validity === 'valid',
  companyId: item.companyId,
  contactListId: item.contactListId,
  createdAt: iso(item.createdAt),
  updatedAt: iso(item.updatedAt),
})

export const contactListImportView = (contactListId: number, read: ContactImport): ContactListImportView => ({
  ...contactImportView(read),
  contactListId,
})

export function scheduleView(schedule: ScheduleSnapshot, sign: SignMedia): ScheduleView {
  const media = schedule.media?.key ? mediaView(companyId(schedule.companyId), schedule.media, sign) : null
  return {
    id: schedule.id,
    body: schedule.body,
    sendAt: iso(schedule.sendAt),
    sentAt: isoOrNull(schedule.sentAt),
    status: parseOneOf(scheduleStatuses, schedule.status, 'PENDENTE'),
    failure: schedule.failure || null,
    contactId: schedule.contactId,
    contact: { id: schedule.contactId, name: schedule.contactName },
    userId: schedule.userId,
    user: { id: schedule.userId, name: schedule.userName },
    mediaPath: media?.url ?? null,
    mediaName: media?.name ?? null,
    media,
    whatsappId: schedule.connectionId || null,
    template: plannedTemplateView(schedule, schedule.body),
    companyId: schedule.companyId,
    createdAt: iso(schedule.createdAt),
    updatedAt: iso(schedule.updatedAt),
  }
}

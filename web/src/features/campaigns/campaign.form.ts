import type { CampaignView } from '@balcao/contracts'

import type { CampaignBody } from '../../data/campaigns.api'

/** The dialog's fields; ids are '' for none, the time is a local one. */
export interface CampaignValues {
  name: string
  confirmation: boolean
  /** A yes or no opens a ticket. */
  openTicket: boolean
  messages: string[]
  confirmationMessages: string[]
  contactListId: number | ''
  tagListId: number | ''
  fileListId: number | ''
  whatsappId: number | ''
  scheduledAt: string
}

const FIVE = [0, 1, 2, 3, 4]

export const emptyCampaign: CampaignValues = {
  name: '',
  confirmation: false,
  openTicket: false,
  messages: FIVE.map(() => ''),
  confirmationMessages: FIVE.map(() => ''),
  contactListId: '',
  tagListId: '',
  fileListId: '',
  whatsappId: '',
  scheduledAt: '',
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A time for a `datetime-local` field, in the browser's zone. */
export function toLocalInput(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export const toCampaignValues = (view: CampaignView): CampaignValues => ({
  name: view.name,
  confirmation: view.confirmation,
  openTicket: view.openTicket,
  messages: [view.message1, view.message2, view.message3, view.message4, view.message5],
  confirmationMessages: [
    view.confirmationMessage1,
    view.confirmationMessage2,
    view.confirmationMessage3,
    view.confirmationMessage4,
    view.confirmationMessage5,
  ],
  contactListId: view.contactListId ?? '',
  tagListId: view.tagListId ?? '',
  fileListId: view.fileListId ?? '',
  whatsappId: view.whatsappId ?? '',
  scheduledAt: toLocalInput(view.scheduledAt),
})

const toId = (value: number | ''): number | null => (value === '' ? null : value)

/** Of a cancelled campaign these alone are sent: the server refuses other values of the rest. */
export function toMessagesBody(values: Pick<CampaignValues, 'messages' | 'confirmationMessages'>) {
  const [message1, message2, message3, message4, message5] = values.messages
  const [one, two_, three, four, five] = values.confirmationMessages
  return {
    message1,
    message2,
    message3,
    message4,
    message5,
    confirmationMessage1: one,
    confirmationMessage2: two_,
    confirmationMessage3: three,
    confirmationMessage4: four,
    confirmationMessage5: five,
  }
}

export const toCampaignBody = (values: CampaignValues): CampaignBody => ({
  ...toMessagesBody(values),
  name: values.name,
  confirmation: values.confirmation,
  openTicket: values.openTicket,
  contactListId: toId(values.contactListId),
  tagListId: toId(values.tagListId),
  fileListId: toId(values.fileListId),
  whatsappId: toId(values.whatsappId),
  scheduledAt: values.scheduledAt === '' ? null : new Date(values.scheduledAt).toISOString(),
})

const HOUR_MS = 3_600_000

export type Editable = 'all' | 'messages' | 'nothing'

/** What may be changed now, as the server decides it. */
export function findEditable(
  { status, scheduledAt }: Pick<CampaignView, 'status' | 'scheduledAt'>,
  now: Date,
): Editable {
  if (status === 'INATIVA') return 'all'
  if (status === 'CANCELADA') return 'messages'
  const isFar = scheduledAt !== null && new Date(scheduledAt).getTime() - now.getTime() > HOUR_MS
  return status === 'PROGRAMADA' && isFar ? 'all' : 'nothing'
}

import type { CampaignView } from '@balcao/contracts'

import type { CampaignBody } from '../../data/campaigns.api'
import { toMomentKey } from '../../lib/format-date'
import {
  listBlankValues,
  noTemplate,
  toPlannedBody,
  toPlannedFields,
  type PlannedTemplateFields,
} from '../templates'

export const messageFields = ['message1', 'message2', 'message3', 'message4', 'message5'] as const
export const confirmationFields = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const

type TextField = (typeof messageFields)[number] | (typeof confirmationFields)[number]

/** The dialog's fields by their names on the wire; ids are '' for none, the time is a local one. */
export interface CampaignValues extends Record<TextField, string>, PlannedTemplateFields {
  name: string
  confirmation: boolean
  /** A yes or no opens a ticket. */
  openTicket: boolean
  contactListId: number | ''
  tagListId: number | ''
  fileListId: number | ''
  whatsappId: number | ''
  scheduledAt: string
}

const buildTexts = (read: (field: TextField) => string): Record<TextField, string> =>
  Object.fromEntries(
    [...messageFields, ...confirmationFields].map((field) => [field, read(field)]),
  ) as Record<TextField, string>

export const emptyCampaign: CampaignValues = {
  name: '',
  confirmation: false,
  openTicket: false,
  ...buildTexts(() => ''),
  contactListId: '',
  tagListId: '',
  fileListId: '',
  whatsappId: '',
  scheduledAt: '',
  ...noTemplate,
}

/** A time for a `datetime-local` field, in the browser's zone. */
export const toLocalInput = (iso: string | null): string => (iso === null ? '' : toMomentKey(new Date(iso)))

export const toCampaignValues = (view: CampaignView): CampaignValues => ({
  name: view.name,
  confirmation: view.confirmation,
  openTicket: view.openTicket,
  ...toMessagesBody(view),
  contactListId: view.contactListId ?? '',
  tagListId: view.tagListId ?? '',
  fileListId: view.fileListId ?? '',
  whatsappId: view.whatsappId ?? '',
  scheduledAt: toLocalInput(view.scheduledAt),
  ...toPlannedFields(view.template, view.mediaName),
})

const toId = (value: number | ''): number | null => (value === '' ? null : value)

/** Of a cancelled campaign these alone are sent: the server refuses other values of the rest. */
export const toMessagesBody = (values: Record<TextField, string>): Record<TextField, string> =>
  buildTexts((field) => values[field])

export const toCampaignBody = (values: CampaignValues): CampaignBody => ({
  ...toMessagesBody(values),
  name: values.name,
  confirmation: values.confirmation,
  openTicket: values.openTicket,
  contactListId: toId(values.contactListId),
  tagListId: toId(values.tagListId),
  fileListId: toId(values.fileListId),
  whatsappId: toId(values.whatsappId),
  template: toPlannedBody(values),
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

/** What may be asked of the form: to keep it as a draft, to send it at its time, or at once. */
export type Verb = 'save' | 'schedule' | 'now'

export type CampaignFault =
  'inPast' | 'noConnection' | 'noContacts' | 'noFile' | 'noMessage' | 'noQuestion' | 'noValue'

const isEmpty = (values: CampaignValues, fields: readonly TextField[]): boolean =>
  fields.every((field) => values[field].trim() === '')

/* A draft may wait for its file. */
const listBlanks = (values: CampaignValues, verb: Verb): Record<string, CampaignFault> =>
  Object.fromEntries(
    listBlankValues(values)
      .filter((field) => field !== 'file' || verb !== 'save')
      .map((field) => [field, field === 'file' ? 'noFile' : 'noValue']),
  )

/** What a campaign lacks to be sent, at its fields; a draft lacks no more than its template's values. */
export function findFaults(values: CampaignValues, verb: Verb, now: Date): Record<string, CampaignFault> {
  if (verb === 'save') return listBlanks(values, verb)
  const isPast = verb === 'schedule' && new Date(values.scheduledAt) < now
  const hasNoQuestion = values.confirmation && isEmpty(values, confirmationFields)
  return {
    ...listBlanks(values, verb),
    ...(isPast && { scheduledAt: 'inPast' as const }),
    ...(values.whatsappId === '' && { whatsappId: 'noConnection' as const }),
    ...(values.contactListId === '' && values.tagListId === '' && { contactListId: 'noContacts' as const }),
    ...(!values.template && isEmpty(values, messageFields) && { message1: 'noMessage' as const }),
    ...(hasNoQuestion && { confirmationMessage1: 'noQuestion' as const }),
  }
}

/** The tab that shows the first text with an error; undefined without one. */
export const findTabWithError = (errors: object): number | undefined => {
  const tab = messageFields.findIndex(
    (field, index) => field in errors || (confirmationFields[index] ?? '') in errors,
  )
  return tab === -1 ? undefined : tab
}

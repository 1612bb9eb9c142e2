import type { ContactView, MediaView, ScheduleView } from '@balcao/contracts'

import type { ScheduleBody } from '../../data/schedules.api'
import { toMomentKey } from '../../lib/format-date'
import { noTemplate, toPlannedBody, toPlannedFields, type PlannedTemplateFields } from '../templates'

export type ScheduleContact = Pick<ContactView, 'id' | 'name'>

export interface ScheduleValues extends PlannedTemplateFields {
  contact: ScheduleContact | null
  body: string
  /** The official connection whose template is sent in place of the text; '' for the text. */
  whatsappId: number | ''
  /** Of the browser's field: local time, `YYYY-MM-DDTHH:mm`. */
  sendAt: string
}

export const noText = { body: '', whatsappId: '', ...noTemplate } as const

const MINUTE_MS = 60_000

/** The chosen local time as the server wants it; '' stays '', so that "required" is said. */
export const toScheduleBody = (values: ScheduleValues): ScheduleBody => {
  const { contact, body, sendAt, whatsappId } = values
  const moment = new Date(sendAt)
  const template = whatsappId === '' ? null : toPlannedBody(values)
  return {
    ...(template ? { whatsappId: values.whatsappId || null } : { body }),
    template,
    contactId: contact?.id ?? 0,
    sendAt: Number.isNaN(moment.getTime()) ? '' : moment.toISOString(),
  }
}

export const toScheduleValues = (schedule: ScheduleView): ScheduleValues => ({
  contact: schedule.contact,
  body: schedule.template ? '' : schedule.body,
  whatsappId: schedule.whatsappId ?? '',
  ...toPlannedFields(schedule.template, schedule.mediaName),
  sendAt: toMomentKey(new Date(schedule.sendAt)),
})

/** The stored file that goes with a text: that of a template's header leaves with the template. */
export const findTextFile = (schedule: ScheduleView | undefined): MediaView | null =>
  schedule && !schedule.template?.fileFormat ? schedule.media : null

/** Whether the field's time has passed; the present minute has not. */
export const isPast = (sendAt: string, now: Date): boolean => {
  const moment = new Date(sendAt).getTime()
  return !Number.isNaN(moment) && moment <= now.getTime() - MINUTE_MS
}

export type QuickPickName = 'hour' | 'evening' | 'tomorrow' | 'monday'

export interface QuickPick {
  name: QuickPickName
  at: Date
}

const atHour = (now: Date, days: number, hour: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)

/** Times that are chosen with one press; none of them has passed. */
export const listQuickPicks = (now: Date): QuickPick[] => {
  const inAnHour = new Date(now)
  inAnHour.setHours(now.getHours() + 1, now.getMinutes(), 0, 0)
  const daysToMonday = (8 - now.getDay()) % 7 || 7
  const picks: QuickPick[] = [
    { name: 'hour', at: inAnHour },
    { name: 'evening', at: atHour(now, 0, 18) },
    { name: 'tomorrow', at: atHour(now, 1, 9) },
    { name: 'monday', at: atHour(now, daysToMonday, 9) },
  ]
  return picks.filter(({ name, at }) => at > now && !(name === 'monday' && daysToMonday === 1))
}

import { endpoint } from './endpoint'
import {
  bigIdText,
  idField,
  idText,
  ignored,
  instantText,
  lastingBigIdField,
  literals,
  object,
  pageNumber,
  searchParam,
  text,
} from './fields'
import { plannedTemplate } from './templates.http'
import { scheduleRoutes } from './schedules.routes'

const fields = {
  body: text(65_536).trim().min(5, literals.messageShort),
  /** ISO-8601 with offset, or `YYYY-MM-DD HH:mm[:ss]` taken in the company's zone. */
  sendAt: text(40).matches(
    /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/,
    'Invalid date',
  ),
  contactId: lastingBigIdField(),
  /** The connection of the template. */
  whatsappId: idField().nullable().optional(),
  /** Sent in place of the text, which it then needs not, with the file in its header where it has one. Null: the text is sent. */
  template: plannedTemplate(),
  userId: ignored(),
  companyId: ignored(),
  ticketId: ignored(),
  sentAt: ignored(),
}

export const scheduleBody = object({
  ...fields,
  body: fields.body.when('template', {
    is: (template: unknown) => template === undefined || template === null,
    then: (body) => body.required(literals.mandatory),
  }),
  sendAt: fields.sendAt.required(literals.mandatory),
  contactId: fields.contactId.required(literals.mandatory),
})

/** Absent fields stay as they are. */
export const schedulePatchBody = object({
  ...fields,
  id: ignored(),
  status: ignored(),
  failure: ignored(),
  contact: ignored(),
  user: ignored(),
  mediaPath: ignored(),
  mediaName: ignored(),
  media: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
})

/* Editions differ: some save first and send the file then, others send both in one form. */
const scheduleForm = { field: 'file', maxCount: 1, body: 'scheduleData' }

const templateErrors = [
  'ERR_NO_WAPP_FOUND',
  'ERR_TEMPLATE_ALONE',
  'ERR_WAPP_NOT_OFFERED',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_WAPP_TEMPLATE_UNUSABLE',
  'ERR_TEMPLATE_VALUES',
  'ERR_TEMPLATE_FILE',
] as const

const scheduleParams = object({ scheduleId: idText().required() })

export const listSchedulesQuery = object({
  searchParam: searchParam(),
  contactId: bigIdText().optional(),
  userId: idText().optional(),
  /** Due at this moment or later. */
  from: instantText().optional(),
  /** Due before this moment. */
  to: instantText().optional(),
  pageNumber: pageNumber(),
})

export const listSchedules = endpoint(scheduleRoutes.listSchedules, {
  access: 'user',
  plan: 'useSchedules',
  rate: 'search',
  query: listSchedulesQuery,
  tag: 'schedules',
  summary:
    'Schedules by the time they are due, 20 a page, with `from` and `to` 500: one’s own, for administrators all. `searchParam` matches body and contact name.',
})

export const getSchedule = endpoint(scheduleRoutes.getSchedule, {
  access: 'user',
  plan: 'useSchedules',
  params: scheduleParams,
  tag: 'schedules',
  summary: 'One schedule, for its author and administrators.',
  errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_PERMISSION'],
})

export const createSchedule = endpoint(scheduleRoutes.createSchedule, {
  access: 'user',
  plan: 'useSchedules',
  body: scheduleBody,
  uploads: scheduleForm,
  tag: 'schedules',
  summary:
    'A message that is sent once at its time, which may be a minute ago at most. A form may have its file, and these fields as JSON in `scheduleData`. With `template` an official connection sends a message template in place of the text, also outside of the window; values may name the variables of texts, and the file is that of its header.',
  errors: [
    'ERR_NO_CONTACT_FOUND',
    'ERR_SCHEDULE_IN_PAST',
    'ERR_MEDIA_EMPTY',
    'ERR_MEDIA_TOO_LARGE',
    ...templateErrors,
  ],
})

export const updateSchedule = endpoint(scheduleRoutes.updateSchedule, {
  access: 'user',
  plan: 'useSchedules',
  params: scheduleParams,
  body: schedulePatchBody,
  uploads: scheduleForm,
  tag: 'schedules',
  summary:
    'Changes a schedule that was not sent yet, for its author and administrators; absent fields stay. A sent one answers 409. A form as for a new one may have another file; without one a template takes the place of the file, unless its header has one.',
  errors: [
    'ERR_NO_SCHEDULE_FOUND',
    'ERR_NO_PERMISSION',
    'ERR_NO_CONTACT_FOUND',
    'ERR_SCHEDULE_ALREADY_SENT',
    'ERR_SCHEDULE_IN_PAST',
    'ERR_MEDIA_EMPTY',
    'ERR_MEDIA_TOO_LARGE',
    ...templateErrors,
  ],
})

export const deleteSchedule = endpoint(scheduleRoutes.deleteSchedule, {
  access: 'user',
  plan: 'useSchedules',
  params: scheduleParams,
  tag: 'schedules',
  summary:
    'Deletes a schedule, for its author and administrators; one that is due and not sent yet is not sent.',
  errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_PERMISSION', 'ERR_SCHEDULE_ALREADY_SENT'],
})

export const uploadScheduleMediaBody = object({ typeArch: ignored() })

export const uploadScheduleMedia = endpoint(scheduleRoutes.uploadScheduleMedia, {
  access: 'user',
  plan: 'useSchedules',
  rate: 'upload',
  params: scheduleParams,
  body: uploadScheduleMediaBody,
  uploads: { field: 'file', maxCount: 1 },
  tag: 'schedules',
  summary:
    'Attaches a file to a schedule that was not sent yet; the text becomes its caption, and a template has it in its header.',
  errors: [
    'ERR_NO_SCHEDULE_FOUND',
    'ERR_NO_PERMISSION',
    'ERR_SCHEDULE_ALREADY_SENT',
    'ERR_TEMPLATE_ALONE',
    'ERR_TEMPLATE_FILE',
    'ERR_MEDIA_EMPTY',
    'ERR_MEDIA_TOO_LARGE',
  ],
})

export const deleteScheduleMedia = endpoint(scheduleRoutes.deleteScheduleMedia, {
  access: 'user',
  plan: 'useSchedules',
  params: scheduleParams,
  tag: 'schedules',
  summary: "Takes the file off a schedule that was not sent yet; that of a template's header stays.",
  errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_PERMISSION', 'ERR_SCHEDULE_ALREADY_SENT', 'ERR_TEMPLATE_FILE'],
})

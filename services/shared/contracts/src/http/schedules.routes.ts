import type { MediaView } from './messages.routes'
import type { PlannedTemplateView } from './templates.routes'
import { type Sent, route } from './route'
import type {
  listSchedulesQuery,
  scheduleBody,
  schedulePatchBody,
  uploadScheduleMediaBody,
} from './schedules.http'

export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO'] as const

export type ScheduleStatus = (typeof scheduleStatuses)[number]

/** The wire's spelling of a schedule's state. */
export const scheduleStatusByState = {
  pending: 'PENDENTE',
  sending: 'PENDENTE',
  sent: 'ENVIADA',
  failed: 'ERRO',
} as const satisfies Record<string, ScheduleStatus>

export interface ScheduleView {
  id: number
  /** With a template its text, with the variables of its values. */
  body: string
  sendAt: string
  sentAt: string | null
  status: ScheduleStatus
  /** Code of the catalogue when the status is ERRO. */
  failure?: string | null
  contactId: number
  contact: { id: number; name: string }
  userId: number
  user: { id: number; name: string }
  mediaPath: string | null
  mediaName: string | null
  media: MediaView | null
  /** Of the template; null without one. */
  whatsappId: number | null
  /** Sent in place of the text; null: the text is sent. */
  template: PlannedTemplateView | null
  companyId: number
  createdAt: string
  updatedAt: string
}

export const scheduleRoutes = {
  listSchedules: route('get', '/schedules').with<{
    query: Sent<typeof listSchedulesQuery>
    answer: { schedules: ScheduleView[]; count: number; hasMore: boolean }
  }>(),
  getSchedule: route('get', '/schedules/:scheduleId').with<{ answer: ScheduleView }>(),
  createSchedule: route('post', '/schedules').with<{
    body: Sent<typeof scheduleBody>
    answer: ScheduleView
  }>(),
  updateSchedule: route('put', '/schedules/:scheduleId').with<{
    body: Sent<typeof schedulePatchBody>
    answer: ScheduleView
  }>(),
  deleteSchedule: route('delete', '/schedules/:scheduleId').with<{ answer: { message: string } }>(),
  uploadScheduleMedia: route('post', '/schedules/:scheduleId/media-upload').with<{
    body: Sent<typeof uploadScheduleMediaBody>
    answer: ScheduleView
  }>(),
  deleteScheduleMedia: route('delete', '/schedules/:scheduleId/media-upload').with<{
    answer: ScheduleView
  }>(),
}

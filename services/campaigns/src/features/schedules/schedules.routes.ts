import * as wire from '@balcao/contracts'
import { connectionId, contactId, scheduleId, userId, type BodyOf } from '@balcao/contracts'
import { scheduleView, type SignMedia } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { omitText } from '../templates'
import {
  createSchedule,
  deleteSchedule,
  readSchedule,
  updateSchedule,
  type ScheduleInput,
} from './edit-schedules'
import { listSchedules } from './list-schedules'
import { parseSendAt } from './send-at'
import type { ScheduleDeps } from './schedule-deps'
import { attachFile, createScheduleWithFile, removeFile, updateScheduleWithFile } from './schedule-media'

function readSendAt(sendAt: string, timeZone: string): Date {
  const time = parseSendAt(sendAt, timeZone)
  if (!time) throw new AppError('ERR_VALIDATION', { detail: 'sendAt is not a time' })
  return time
}

const toTemplateInput = ({
  whatsappId,
  template,
}: BodyOf<typeof wire.updateSchedule>): Pick<ScheduleInput, 'connectionId' | 'template'> => ({
  ...(whatsappId !== undefined && { connectionId: whatsappId === null ? null : connectionId(whatsappId) }),
  ...(template !== undefined && { template: template && omitText(template) }),
})

const toScheduleInput = (body: BodyOf<typeof wire.createSchedule>, timeZone: string): ScheduleInput => ({
  body: body.body ?? '',
  sendAt: readSendAt(body.sendAt, timeZone),
  contactId: contactId(body.contactId),
  ...toTemplateInput(body),
})

const toSchedulePatch = (
  body: BodyOf<typeof wire.updateSchedule>,
  timeZone: string,
): Partial<ScheduleInput> => ({
  ...(body.body !== undefined && { body: body.body }),
  ...(body.sendAt !== undefined && { sendAt: readSendAt(body.sendAt, timeZone) }),
  ...(body.contactId !== undefined && { contactId: contactId(body.contactId) }),
  ...toTemplateInput(body),
})

export function schedulesRoutes(edge: HttpEdge, deps: ScheduleDeps & { sign: SignMedia }): void {
  const { sign } = deps

  edge.route(wire.listSchedules, async ({ session, query }) => {
    const filter = {
      search: query.searchParam,
      contactId: query.contactId === undefined ? undefined : contactId(query.contactId),
      userId: query.userId === undefined ? undefined : userId(query.userId),
      from: query.from === undefined ? undefined : new Date(query.from),
      to: query.to === undefined ? undefined : new Date(query.to),
    }
    const page = await listSchedules(deps, session, filter, query.pageNumber)
    return { ...page, schedules: page.schedules.map((schedule) => scheduleView(schedule, sign)) }
  })

  edge.route(wire.getSchedule, async ({ session, params }) =>
    scheduleView(await readSchedule(deps, session, scheduleId(params.scheduleId)), sign),
  )

  edge.route(wire.createSchedule, async ({ session, body, files: [file] }) => {
    const { timeZone } = await deps.localeOf(session.companyId)
    const input = toScheduleInput(body, timeZone)
    const created = file
      ? createScheduleWithFile(deps, session, input, file)
      : createSchedule(deps, session, input)
    return scheduleView(await created, sign)
  })

  edge.route(wire.updateSchedule, async ({ session, params, body, files: [file] }) => {
    const id = scheduleId(params.scheduleId)
    const { timeZone } = await deps.localeOf(session.companyId)
    const patch = toSchedulePatch(body, timeZone)
    const changed = file
      ? updateScheduleWithFile(deps, session, id, { patch, upload: file })
      : updateSchedule(deps, session, id, patch)
    return scheduleView(await changed, sign)
  })

  edge.route(wire.deleteSchedule, async ({ session, params }) => {
    await deleteSchedule(deps, session, scheduleId(params.scheduleId))
    return { message: 'Schedule deleted' }
  })

  edge.route(wire.uploadScheduleMedia, async ({ session, params, files }) =>
    scheduleView(await attachFile(deps, session, scheduleId(params.scheduleId), files[0]), sign),
  )

  edge.route(wire.deleteScheduleMedia, async ({ session, params }) =>
    scheduleView(await removeFile(deps, session, scheduleId(params.scheduleId)), sign),
  )
}

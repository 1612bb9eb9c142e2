import type { ScheduleId } from '@balcao/contracts'
import type { ScheduleSnapshot } from '@balcao/contracts/wire'
import type { Session, Upload } from '@balcao/kernel'

import { storeUpload } from '../media'
import {
  changeStoredSchedule,
  createSchedule,
  readSchedule,
  updateSchedule,
  type ScheduleInput,
} from './edit-schedules'
import type { ScheduleDeps } from './schedule-deps'
import { attachMedia, type Schedule } from './schedule'

/**
 * A new schedule with its file, in one transaction.
 * @throws {AppError} ERR_MEDIA_EMPTY, and what `createSchedule` throws.
 */
export const createScheduleWithFile = (
  deps: ScheduleDeps,
  session: Session,
  input: ScheduleInput,
  upload: Upload,
): Promise<ScheduleSnapshot> =>
  storeUpload(deps, session, upload, (file) => createSchedule(deps, session, input, file))

/**
 * The changed schedule with another file, in one transaction.
 * @throws {AppError} ERR_MEDIA_EMPTY, and what `updateSchedule` throws.
 */
export async function updateScheduleWithFile(
  deps: ScheduleDeps,
  session: Session,
  id: ScheduleId,
  { patch, upload }: { patch: Partial<ScheduleInput>; upload: Upload },
): Promise<ScheduleSnapshot> {
  await readSchedule(deps, session, id)
  return storeUpload(deps, session, upload, (file) => updateSchedule(deps, session, id, { ...patch, file }))
}

/**
 * Attaches a file: the text becomes the caption, a template has it in its header. The replaced file stays stored: a sent message may use it.
 * @throws {AppError} ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_MEDIA_EMPTY, and what `attachMedia` throws.
 */
export async function attachFile(
  deps: ScheduleDeps,
  session: Session,
  id: ScheduleId,
  upload: Upload | undefined,
): Promise<ScheduleSnapshot> {
  await readSchedule(deps, session, id)
  return storeUpload(deps, session, upload, ({ media, claim }) => {
    const attach = (schedule: Schedule) => attachMedia(schedule, media, deps.clock.now())
    return changeStoredSchedule(deps, session, id, { change: attach, saving: claim })
  })
}

/** The schedule without a file. @throws {AppError} ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, and what `attachMedia` throws. */
export const removeFile = (deps: ScheduleDeps, session: Session, id: ScheduleId): Promise<ScheduleSnapshot> =>
  changeStoredSchedule(deps, session, id, {
    change: (schedule) => attachMedia(schedule, null, deps.clock.now()),
  })

import { createReadStream } from 'node:fs'

import type { ScheduleId } from '@balcao/contracts'
import type { Media, ScheduleSnapshot } from '@balcao/contracts/wire'
import { AppError, mediaKey, type Session, type Tx, type Upload } from '@balcao/kernel'

import { changeStoredSchedule, createSchedule, readSchedule, type ScheduleInput } from './edit-schedules'
import type { ScheduleDeps } from './schedule-deps'
import { attachMedia, type Schedule } from './schedule'

/* Runs `save` with the stored file, which its transaction has to claim. A failure leaves no file. */
async function saveWithFile<T>(
  deps: ScheduleDeps,
  { companyId }: Session,
  upload: Upload,
  save: (media: Media, claim: (tx: Tx) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (upload.sizeBytes === 0) throw new AppError('ERR_MEDIA_EMPTY')
  const { originalName: name, mimeType, sizeBytes, path } = upload
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  await deps.pendingBlobs.expect(companyId, [key])
  const media: Media = { key, name, mimeType, sizeBytes, width: 0, height: 0, durationSeconds: 0 }
  try {
    await deps.blobs.put(key, createReadStream(path))
    return await save(media, (tx) => deps.pendingBlobs.claim(tx, companyId, [key]))
  } catch (error) {
    await deps.pendingBlobs.discard(companyId, [key])
    throw error
  }
}

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
  saveWithFile(deps, session, upload, (media, claim) =>
    createSchedule(deps, session, { ...input, media }, claim),
  )

/**
 * Attaches a file; the text becomes the caption. The replaced file stays stored: a sent message may use it.
 * @throws {AppError} ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_ALREADY_SENT, ERR_MEDIA_EMPTY, ERR_MEDIA_TOO_LARGE
 */
export async function attachFile(
  deps: ScheduleDeps,
  session: Session,
  id: ScheduleId,
  upload: Upload | undefined,
): Promise<ScheduleSnapshot> {
  await readSchedule(deps, session, id)
  if (!upload) throw new AppError('ERR_MEDIA_EMPTY')
  return saveWithFile(deps, session, upload, (media, claim) => {
    const attach = (schedule: Schedule) => attachMedia(schedule, media, deps.clock.now())
    return changeStoredSchedule(deps, session, id, attach, claim)
  })
}

/** The schedule without a file. @throws {AppError} ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_ALREADY_SENT */
export const removeFile = (deps: ScheduleDeps, session: Session, id: ScheduleId): Promise<ScheduleSnapshot> =>
  changeStoredSchedule(deps, session, id, (schedule) => attachMedia(schedule, null, deps.clock.now()))

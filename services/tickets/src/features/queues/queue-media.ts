import type { CompanyId, QueueId, QueueOptionId } from '@balcao/contracts'
import type { Media, QueueSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session, type Tx, type Upload } from '@balcao/kernel'

import { claimMedia, discardMedia, storeUploads } from '../messages'
import { lockOption, saveOption } from './edit-options'
import type { QueueDeps } from './queue-deps'
import { queueChanged } from './queue-events'
import type { QueueOption } from './queue-option.store'

/* The file is stored before the transaction that names it; one that no transaction named is deleted. */
async function attach<T>(
  deps: QueueDeps,
  { companyId }: Session,
  upload: Upload | undefined,
  name: (tx: Tx, media: Media) => Promise<T>,
): Promise<T> {
  if (!upload) throw new AppError('ERR_MEDIA_EMPTY')
  const [media] = await storeUploads(deps, companyId, [upload])
  if (!media) throw new AppError('ERR_MEDIA_EMPTY')
  try {
    return await deps.db.withTenant(companyId, async (tx) => {
      const named = await name(tx, media)
      await claimMedia(deps, tx, companyId, [media])
      return named
    })
  } catch (error) {
    await discardMedia(deps, companyId, [media])
    throw error
  }
}

async function setQueueMedia(
  deps: QueueDeps,
  tx: Tx,
  companyId: CompanyId,
  { id, media }: { id: QueueId; media: Media | undefined },
): Promise<QueueSnapshot> {
  deps.queues.lockCompany(tx, companyId)
  const before = await deps.queues.find(tx, companyId, id)
  if (!before) throw new AppError('ERR_QUEUE_NOT_FOUND')
  const queue = { ...before, media }
  await deps.queues.save(tx, queue)
  await deps.events.append(tx, [queueChanged(deps, companyId, queue)])
  return queue
}

async function setOptionMedia(
  deps: QueueDeps,
  tx: Tx,
  companyId: CompanyId,
  { id, media }: { id: QueueOptionId; media: Media | undefined },
): Promise<QueueOption> {
  const option = { ...(await lockOption(deps, tx, companyId, id)), media }
  await saveOption(deps, tx, companyId, option)
  return option
}

/**
 * The queue with the file of its greeting; a replaced one stays stored, because sent messages may use it.
 * @throws {AppError} ERR_QUEUE_NOT_FOUND, ERR_MEDIA_EMPTY, ERR_MEDIA_TOO_LARGE
 */
export const attachQueueFile = (
  deps: QueueDeps,
  session: Session,
  id: QueueId,
  upload: Upload | undefined,
): Promise<QueueSnapshot> =>
  attach(deps, session, upload, (tx, media) => setQueueMedia(deps, tx, session.companyId, { id, media }))

/** The queue without a file. @throws {AppError} ERR_QUEUE_NOT_FOUND */
export const removeQueueFile = (
  deps: QueueDeps,
  { companyId }: Session,
  id: QueueId,
): Promise<QueueSnapshot> =>
  deps.db.withTenant(companyId, (tx) => setQueueMedia(deps, tx, companyId, { id, media: undefined }))

/**
 * The option with a file that goes out with its message; a replaced one stays stored.
 * @throws {AppError} ERR_NO_QUEUE_OPTION_FOUND, ERR_MEDIA_EMPTY, ERR_MEDIA_TOO_LARGE
 */
export const attachOptionFile = (
  deps: QueueDeps,
  session: Session,
  id: QueueOptionId,
  upload: Upload | undefined,
): Promise<QueueOption> =>
  attach(deps, session, upload, (tx, media) => setOptionMedia(deps, tx, session.companyId, { id, media }))

/** The option without a file. @throws {AppError} ERR_NO_QUEUE_OPTION_FOUND */
export const removeOptionFile = (
  deps: QueueDeps,
  { companyId }: Session,
  id: QueueOptionId,
): Promise<QueueOption> =>
  deps.db.withTenant(companyId, (tx) => setOptionMedia(deps, tx, companyId, { id, media: undefined }))

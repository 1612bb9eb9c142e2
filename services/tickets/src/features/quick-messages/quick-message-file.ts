import type { QuickMessageId } from '@balcao/contracts'
import { AppError, type Session, type Upload } from '@balcao/kernel'

import { claimMedia, discardMedia, storeUploads } from '../messages'
import { updateQuickMessage } from './edit-quick-message'
import { readQuickMessage } from './list-quick-messages'
import { assertMayChange, type QuickMessage } from './quick-message'
import type { QuickMessageDeps } from './quick-message-deps'

/**
 * Attaches a file, in place of the one before.
 * @throws {AppError} ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION, ERR_MEDIA_EMPTY, ERR_MEDIA_TOO_LARGE
 */
export async function attachFile(
  deps: QuickMessageDeps,
  session: Session,
  id: QuickMessageId,
  upload: Upload | undefined,
): Promise<QuickMessage> {
  const { companyId } = session
  assertMayChange(session, await readQuickMessage(deps, session, id))
  if (!upload) throw new AppError('ERR_MEDIA_EMPTY')
  const medias = await storeUploads(deps, companyId, [upload])
  const [media = null] = medias
  try {
    return await updateQuickMessage(deps, session, id, {
      patch: { media },
      saving: (tx) => claimMedia(deps, tx, companyId, medias),
    })
  } catch (error) {
    await discardMedia(deps, companyId, medias)
    throw error
  }
}

/** The quick message without a file. @throws {AppError} ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION */
export const removeFile = (
  deps: QuickMessageDeps,
  session: Session,
  id: QuickMessageId,
): Promise<QuickMessage> => updateQuickMessage(deps, session, id, { patch: { media: null } })

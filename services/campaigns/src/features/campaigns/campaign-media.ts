import { createReadStream } from 'node:fs'

import type { CampaignId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, mediaKey, type Session, type Tx, type Upload } from '@balcao/kernel'

import { attachMedia, type Campaign } from './campaign'
import type { CampaignDeps } from './campaign-deps'
import { changeStored, readCampaign, saveEdit, type ShownCampaign } from './edit-campaigns'

/**
 * Attaches a file; the message becomes its caption. The replaced file stays stored: a sent message may use it.
 * @throws {AppError} ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE, ERR_MEDIA_EMPTY
 */
export async function attachFile(
  deps: CampaignDeps,
  session: Session,
  id: CampaignId,
  upload: Upload | undefined,
): Promise<ShownCampaign> {
  await readCampaign(deps, session, id)
  if (!upload || upload.sizeBytes === 0) throw new AppError('ERR_MEDIA_EMPTY')
  const { originalName: name, mimeType, sizeBytes, path } = upload
  const { companyId } = session
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  await deps.pendingBlobs.expect(companyId, [key])
  const media: Media = { key, name, mimeType, sizeBytes, width: 0, height: 0, durationSeconds: 0 }
  const save = async (tx: Tx, campaign: Campaign) => {
    await saveEdit(deps)(tx, campaign)
    await deps.pendingBlobs.claim(tx, companyId, [key])
  }
  try {
    await deps.blobs.put(key, createReadStream(path))
    const attach = (campaign: Campaign) => attachMedia(campaign, media, deps.clock.now())
    return await changeStored(deps, companyId, id, attach, save)
  } catch (error) {
    await deps.pendingBlobs.discard(companyId, [key])
    throw error
  }
}

/** The campaign without a file. @throws {AppError} ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE */
export const removeFile = (
  deps: CampaignDeps,
  { companyId }: Session,
  id: CampaignId,
): Promise<ShownCampaign> =>
  changeStored(
    deps,
    companyId,
    id,
    (campaign) => attachMedia(campaign, null, deps.clock.now()),
    saveEdit(deps),
  )

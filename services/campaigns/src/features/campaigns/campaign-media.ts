import type { CampaignId } from '@balcao/contracts'
import type { Session, Upload } from '@balcao/kernel'

import { storeUpload } from '../media'
import { attachMedia, type Campaign } from './campaign'
import type { CampaignDeps } from './campaign-deps'
import {
  changeStored,
  createCampaign,
  readCampaign,
  saveEdit,
  updateCampaign,
  type DraftPatch,
  type ShownCampaign,
} from './edit-campaigns'

/** A new campaign with its file, in one transaction. @throws {AppError} ERR_MEDIA_EMPTY, and as `createCampaign` */
export const createCampaignWithFile = (
  deps: CampaignDeps,
  session: Session,
  given: DraftPatch,
  upload: Upload,
): Promise<ShownCampaign> =>
  storeUpload(deps, session, upload, (file) => createCampaign(deps, session, given, file))

/** The changed campaign with another file, in one transaction. @throws {AppError} ERR_MEDIA_EMPTY, and as `updateCampaign` */
export async function updateCampaignWithFile(
  deps: CampaignDeps,
  session: Session,
  id: CampaignId,
  { patch, upload }: { patch: DraftPatch; upload: Upload },
): Promise<ShownCampaign> {
  await readCampaign(deps, session, id)
  return storeUpload(deps, session, upload, (file) => updateCampaign(deps, session, id, { ...patch, file }))
}

/**
 * Attaches a file: the message becomes its caption, a template has it in its header. The replaced file stays stored: a sent message may
 * use it.
 * @throws {AppError} ERR_NO_CAMPAIGN_FOUND, ERR_MEDIA_EMPTY, and as `attachMedia`
 */
export async function attachFile(
  deps: CampaignDeps,
  session: Session,
  id: CampaignId,
  upload: Upload | undefined,
): Promise<ShownCampaign> {
  await readCampaign(deps, session, id)
  return storeUpload(deps, session, upload, (file) => {
    const attach = (campaign: Campaign) => attachMedia(campaign, file.media, deps.clock.now())
    return changeStored(deps, session.companyId, id, { change: attach, save: saveEdit(deps, file) })
  })
}

/** The campaign without a file. @throws {AppError} ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE, ERR_TEMPLATE_FILE */
export const removeFile = (
  deps: CampaignDeps,
  { companyId }: Session,
  id: CampaignId,
): Promise<ShownCampaign> =>
  changeStored(deps, companyId, id, {
    change: (campaign) => attachMedia(campaign, null, deps.clock.now()),
    save: saveEdit(deps),
  })

import { isDeepStrictEqual } from 'node:util'

import type { QuickMessageId } from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { assertMayChange, type QuickMessage, type QuickMessagePatch } from './quick-message'
import type { QuickMessageDeps } from './quick-message-deps'
import { quickMessageChanged, quickMessageDeleted } from './quick-message-events'
import { releaseFile } from './release-file'

export type QuickMessageDraft = Pick<QuickMessage, 'shortcode' | 'message' | 'isCompanyWide' | 'isActive'>

/** A new quick message of the caller. @throws {AppError} ERR_QUICKMESSAGE_ALREADY_EXISTS */
export async function createQuickMessage(
  deps: QuickMessageDeps,
  { companyId, userId }: Session,
  draft: QuickMessageDraft,
): Promise<QuickMessage> {
  return deps.db.withTenant(companyId, async (tx) => {
    const quickMessage = await deps.quickMessages.insert(tx, { ...draft, companyId, userId, media: null })
    await deps.events.append(tx, [quickMessageChanged(deps, quickMessage, undefined)])
    return quickMessage
  })
}

async function lockChangeable(
  deps: QuickMessageDeps,
  tx: Tx,
  session: Session,
  id: QuickMessageId,
): Promise<QuickMessage> {
  const quickMessage = await deps.quickMessages.lock(tx, session, id)
  if (!quickMessage) throw new AppError('ERR_NO_QUICKMESSAGE_FOUND')
  assertMayChange(session, quickMessage)
  return quickMessage
}

/**
 * The quick message with what the patch names; a file that it replaces is deleted.
 * @param saving runs in the same transaction, when something changed.
 * @throws {AppError} ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION, ERR_QUICKMESSAGE_ALREADY_EXISTS
 */
export async function updateQuickMessage(
  deps: QuickMessageDeps,
  session: Session,
  id: QuickMessageId,
  { patch, saving }: { patch: QuickMessagePatch; saving?: (tx: Tx) => Promise<void> },
): Promise<QuickMessage> {
  const { before, after } = await deps.db.withTenant(session.companyId, async (tx) => {
    const stored = await lockChangeable(deps, tx, session, id)
    const changed = { ...stored, ...patch }
    if (isDeepStrictEqual(changed, stored)) return { before: stored, after: stored }
    await saving?.(tx)
    await deps.quickMessages.save(tx, changed)
    await deps.events.append(tx, [quickMessageChanged(deps, changed, stored)])
    return { before: stored, after: changed }
  })
  if (before.media?.key !== after.media?.key) await releaseFile(deps, before)
  return after
}

/** Deletes a quick message and its file. @throws {AppError} ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION */
export async function deleteQuickMessage(
  deps: QuickMessageDeps,
  session: Session,
  id: QuickMessageId,
): Promise<void> {
  const deleted = await deps.db.withTenant(session.companyId, async (tx) => {
    const quickMessage = await lockChangeable(deps, tx, session, id)
    await deps.quickMessages.delete(tx, session.companyId, id)
    await deps.events.append(tx, [quickMessageDeleted(deps, quickMessage)])
    return quickMessage
  })
  await releaseFile(deps, deleted)
}

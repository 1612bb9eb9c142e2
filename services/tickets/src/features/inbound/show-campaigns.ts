import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import {
  buildPreview,
  claimMedia,
  type CampaignMessage,
  type Draft,
  type MessageDeps,
  type MessageDocument,
} from '../messages'
import { requireCopies, type FileCopies, type WantedCopy } from './file-copies'

/* One copy of the file, however often this is repeated: the campaign's own may be deleted with the campaign. */
const toWantedCopy = ({ id, document, sentAt }: CampaignMessage): WantedCopy[] =>
  document?.media
    ? [{ name: id, media: document.media, naming: { token: id.replaceAll('-', ''), now: sentAt } }]
    : []

function toDraft(
  held: CampaignMessage,
  document: MessageDocument,
  waId: string | undefined,
  now: Date,
): Draft {
  const { id, remoteJid, fromMe, kind, ack, failure, sentAt } = held
  const isFileGone = held.document?.media !== undefined && document.media === undefined
  return {
    document,
    message: {
      id,
      remoteJid,
      participant: '',
      fromMe,
      waId,
      source: fromMe ? 'service' : 'customer',
      kind,
      preview: buildPreview(document),
      ack,
      failure,
      read: fromMe,
      deleted: false,
      edited: false,
      marks: fromMe ? ['campaign'] : [],
      mediaState: isFileGone ? 'gone' : '',
      mediaWait: undefined,
      reactions: [],
      clientId: undefined,
      userId: undefined,
      createdAt: sentAt,
      updatedAt: now,
    },
  }
}

/* A message of the same identity may be stored as an echo of the phone. */
async function findFreeWaId(
  deps: MessageDeps,
  tx: Tx,
  { companyId, connectionId, remoteJid, fromMe, waId }: CampaignMessage,
): Promise<string | undefined> {
  if (waId === '') return undefined
  const identity = { connectionId, remoteJid, participant: '', fromMe, waId }
  return (await deps.messages.findByIdentity(tx, companyId, identity)) ? undefined : waId
}

/**
 * Drafts of what campaigns and the contact wrote and no ticket shows, oldest first; from now on the ticket to which the caller
 * appends them does.
 * @param known newest first, locked
 */
export async function draftHeld(
  deps: MessageDeps,
  tx: Tx,
  companyId: CompanyId,
  { known, copies }: { known: readonly CampaignMessage[]; copies: FileCopies },
): Promise<Draft[]> {
  const held = known.filter(({ document, ack }) => document && ack !== -1).toReversed()
  if (held.length === 0) return []
  requireCopies(copies, held.flatMap(toWantedCopy))
  const drafts: Draft[] = []
  for (const message of held) {
    if (!message.document) continue
    const document = { ...message.document, media: message.document.media && copies.get(message.id) }
    const waId = await findFreeWaId(deps, tx, message)
    drafts.push(toDraft(message, document, waId, deps.clock.now()))
  }
  await deps.campaignMessages.markShown(
    tx,
    companyId,
    drafts.map(({ message }) => message.id),
  )
  const files = drafts.flatMap(({ document }) => document.media ?? [])
  await claimMedia(deps, tx, companyId, files)
  return drafts
}

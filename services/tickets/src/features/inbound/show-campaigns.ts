import type { CompanyId, MessageId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'

import {
  buildPreview,
  claimMedia,
  copyMedia,
  type CampaignMessage,
  type Draft,
  type MessageDeps,
  type MessageDocument,
} from '../messages'

/** Documents of campaigns' messages that are written, with files of their own. */
export type WrittenDocuments = Map<MessageId, MessageDocument>

const ATTEMPTS = 5

/** Rolls the transaction back; `transactWithCampaigns` writes the documents and runs it again. */
class DocumentsNotWritten extends Error {
  constructor(readonly messages: readonly CampaignMessage[]) {
    super(
      'a campaign’s message is shown whose document is not written: call it inside of transactWithCampaigns',
    )
  }
}

/* One copy of the file, however often this is repeated: the campaign's own may be deleted with the campaign. */
async function writeDocument(
  deps: MessageDeps,
  { companyId, id, document, sentAt }: CampaignMessage,
): Promise<MessageDocument | undefined> {
  if (!document) return undefined
  const naming = { token: id.replaceAll('-', ''), now: sentAt }
  const media = document.media && (await copyMedia(deps, companyId, document.media, naming))
  const written = { ...document, media }
  await deps.documents.put(companyId, [written])
  return written
}

/** Runs `work` in a transaction in which `draftHeld` may be called. Like any transaction, `work` must be repeatable. */
export async function transactWithCampaigns<T>(
  deps: MessageDeps,
  companyId: CompanyId,
  work: (tx: Tx, written: WrittenDocuments) => Promise<T>,
): Promise<T> {
  const written: WrittenDocuments = new Map()
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await deps.texts.transact(companyId, (tx) => work(tx, written))
    } catch (error) {
      if (!(error instanceof DocumentsNotWritten)) throw error
      for (const message of error.messages) {
        const document = await writeDocument(deps, message)
        if (document) written.set(message.id, document)
      }
    }
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the messages of campaigns kept changing' })
}

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
  known: readonly CampaignMessage[],
  written: WrittenDocuments,
): Promise<Draft[]> {
  const held = known.filter(({ document, ack }) => document && ack !== -1).toReversed()
  if (held.length === 0) return []
  const missing = held.filter(({ id }) => !written.has(id))
  if (missing.length > 0) throw new DocumentsNotWritten(missing)
  const drafts: Draft[] = []
  for (const message of held) {
    const document = written.get(message.id)
    const waId = await findFreeWaId(deps, tx, message)
    if (document) drafts.push(toDraft(message, document, waId, deps.clock.now()))
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

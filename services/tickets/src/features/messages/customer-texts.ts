import type { CompanyId } from '@balcao/contracts'
import { OutboundLane, type Media } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'

import { describeFound, type CustomerText, type CustomerTexts, type Ticket } from '../tickets'
import { appendMessages, type Draft } from './append-messages'
import type { MessageDeps } from './message-deps'
import { copyFile } from './copy-file'
import { draftOutgoing, requestOutbound, type OutgoingPart } from './outgoing'
import { claimMedia } from './store-uploads'

const ATTEMPTS = 5

/** Rolls the transaction back; `transact` writes the documents and runs it again. */
class TextsNotWritten extends Error {
  constructor(readonly texts: readonly CustomerText[]) {
    super('a text was sent whose document is not written: change tickets inside of transact')
  }
}

const draftParts = (deps: Pick<MessageDeps, 'ids' | 'clock'>, parts: readonly OutgoingPart[]): Draft[] =>
  draftOutgoing(deps.ids, parts, {
    source: 'service',
    clientIds: [],
    userId: undefined,
    senderName: '',
    now: deps.clock.now(),
  })

/** A draft, and the text that it was made for. */
interface WrittenText {
  text: CustomerText
  draft: Draft
}

const isSame = (one: CustomerText, other: CustomerText): boolean =>
  one.body === other.body && one.file?.key === other.file?.key

/* Each draft is used once: the same text in two tickets is two messages. */
function takeDrafts(written: WrittenText[], texts: readonly CustomerText[]): Draft[] {
  return texts.map((wanted) => {
    const index = written.findIndex(({ text }) => isSame(text, wanted))
    const [taken] = index === -1 ? [] : written.splice(index, 1)
    if (!taken) throw new TextsNotWritten(texts)
    return taken.draft
  })
}

const listFiles = (drafts: readonly Draft[]): Media[] =>
  drafts.flatMap(({ document }) => (document.media ? [document.media] : []))

/** Texts as messages of the ticket, in the lane of agents. Documents of transactions that failed are swept a day later. */
export function createCustomerTexts(deps: Omit<MessageDeps, 'texts'>): CustomerTexts {
  const writtenFor = new WeakMap<Tx, WrittenText[]>()

  const writeDocuments = async (
    companyId: CompanyId,
    texts: readonly CustomerText[],
  ): Promise<WrittenText[]> => {
    const parts: OutgoingPart[] = []
    for (const text of texts) parts.push(await copyFile(deps, companyId, text))
    const drafts = draftParts(deps, parts)
    const documents = drafts.map(({ document }) => document)
    await deps.documents.put(companyId, documents)
    return drafts.map((draft, index) => ({ draft, text: texts[index] ?? { body: '' } }))
  }

  const transact = async <T>(companyId: CompanyId, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const written: WrittenText[] = []
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return await deps.db.withTenant(companyId, (tx) => {
          writtenFor.set(tx, [...written])
          return work(tx)
        })
      } catch (error) {
        if (!(error instanceof TextsNotWritten)) throw error
        written.push(...(await writeDocuments(companyId, error.texts)))
      }
    }
    throw new AppError('ERR_UNAVAILABLE', { detail: 'the texts to the customer kept changing' })
  }

  const send = async (tx: Tx, ticket: Ticket, texts: readonly CustomerText[]): Promise<Ticket> => {
    const drafts = takeDrafts(writtenFor.get(tx) ?? [], texts)
    const appended = await appendMessages(
      { ...deps, texts: customerTexts },
      tx,
      describeFound(ticket),
      drafts,
    )
    await claimMedia(deps, tx, ticket.companyId, listFiles(drafts))
    await requestOutbound(deps, tx, appended, { lane: OutboundLane.OUTBOUND_LANE_AGENT })
    return appended.ticket
  }

  const customerTexts: CustomerTexts = { transact, send }
  return customerTexts
}

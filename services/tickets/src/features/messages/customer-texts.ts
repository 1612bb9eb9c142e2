import type { CompanyId } from '@balcao/contracts'
import { OutboundLane } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'

import { describeFound, type CustomerText, type CustomerTexts, type Ticket } from '../tickets'
import { appendMessages, type Draft } from './append-messages'
import type { MessageDeps } from './message-deps'
import { draftOutgoing, requestOutbound } from './outgoing'

const ATTEMPTS = 5

/** Rolls the transaction back; `transact` writes the documents and runs it again. */
class TextsNotWritten extends Error {
  constructor(readonly texts: readonly CustomerText[]) {
    super('a text was sent whose document is not written: change tickets inside of transact')
  }
}

const draftTexts = (deps: Pick<MessageDeps, 'ids' | 'clock'>, texts: readonly CustomerText[]): Draft[] =>
  draftOutgoing(deps.ids, texts, {
    source: 'service',
    clientIds: [],
    userId: undefined,
    senderName: '',
    now: deps.clock.now(),
  })

/* Each draft is used once: the same text in two tickets is two messages. */
function takeDrafts(written: Draft[], texts: readonly CustomerText[]): Draft[] {
  return texts.map(({ body }) => {
    const index = written.findIndex(({ document }) => document.body === body)
    const [draft] = index === -1 ? [] : written.splice(index, 1)
    if (!draft) throw new TextsNotWritten(texts)
    return draft
  })
}

/** Texts as messages of the ticket, in the lane of agents. Documents of transactions that failed are swept a day later. */
export function createCustomerTexts(deps: Omit<MessageDeps, 'texts'>): CustomerTexts {
  const writtenFor = new WeakMap<Tx, Draft[]>()

  const writeDocuments = async (companyId: CompanyId, texts: readonly CustomerText[]): Promise<Draft[]> => {
    const drafts = draftTexts(deps, texts)
    const documents = drafts.map(({ document }) => document)
    await deps.documents.put(companyId, documents)
    return drafts
  }

  const transact = async <T>(companyId: CompanyId, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const written: Draft[] = []
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
    await requestOutbound(deps, tx, appended, OutboundLane.OUTBOUND_LANE_AGENT)
    return appended.ticket
  }

  const customerTexts: CustomerTexts = { transact, send }
  return customerTexts
}

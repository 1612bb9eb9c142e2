import { connectionId, messageId, type CompanyId } from '@balcao/contracts'
import type { DeskEvent, MessagePriced } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import type { Message, MessageStore } from '../messages'
import type { MessagePriceStore } from './message-price.store'

export const PRICES_GROUP = 'tickets.message-prices'

export interface RecordPriceDeps extends Pick<ServicePorts, 'db' | 'clock' | 'inbox'> {
  messages: Pick<MessageStore, 'find'>
  messagePrices: MessagePriceStore
}

/* A reaction is no message of ours: it belongs to the ticket of the message that it was put on, whose writer did not react. */
async function findMessage(
  deps: RecordPriceDeps,
  tx: Tx,
  companyId: CompanyId,
  { messageId: id, targetId }: MessagePriced,
): Promise<Pick<Message, 'ticketId' | 'queueId' | 'userId'> | undefined> {
  if (targetId === '') return deps.messages.find(tx, companyId, messageId(id))
  const target = await deps.messages.find(tx, companyId, messageId(targetId))
  return target && { ...target, userId: undefined }
}

/** Keeps what the network says of a message's price: the first word about a message stays, whatever is repeated. */
export async function recordMessagePrice(
  deps: RecordPriceDeps,
  event: DeskEvent,
  news: MessagePriced,
): Promise<void> {
  const { companyId } = event
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, PRICES_GROUP, event.eventId))) return
    const message = await findMessage(deps, tx, companyId, news)
    await deps.messagePrices.insert(tx, {
      companyId,
      messageId: messageId(news.messageId),
      deliveredAt: news.deliveredAt ?? deps.clock.now(),
      connectionId: connectionId(news.connectionId),
      ticketId: message?.ticketId,
      queueId: message?.queueId,
      userId: message?.userId,
      campaignId: news.campaignId === 0 ? undefined : news.campaignId,
      callingCode: news.callingCode,
      category: news.category,
      isBillable: news.isBillable,
    })
  })
}

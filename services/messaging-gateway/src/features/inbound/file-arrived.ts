import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import type { ConversationStore } from './conversation.store'
import { keysOf, type Fetched } from './fetch-media'
import { settleAll } from './follow-up.store'
import type { InboundStore } from './inbound.store'
import type { MediaFetch, MediaFetchStore } from './media-fetch.store'

export interface ArrivalDeps extends Pick<ServicePorts, 'events' | 'clock' | 'ids' | 'pendingBlobs'> {
  conversations: ConversationStore
  inbound: InboundStore
  mediaFetches: MediaFetchStore
}

interface Place {
  companyId: CompanyId
  connectionId: ConnectionId
}

/** The message stays without its file for good. */
export const withoutFile = ({ kind }: MediaFetch): Fetched => ({ media: undefined, kind, isPending: false })

/** Tells the desk what became of a file that a message waited for. False when somebody else settled it before. */
export async function fileArrived(
  deps: ArrivalDeps,
  tx: Tx,
  { companyId, connectionId }: Place,
  { fetch, fetched }: { fetch: MediaFetch; fetched: Fetched },
): Promise<boolean> {
  if (!(await deps.mediaFetches.delete(tx, companyId, fetch.id))) return false
  const { kind, media } = fetched
  await deps.pendingBlobs.claim(tx, companyId, keysOf(fetched))
  await deps.inbound.setContent(tx, companyId, fetch.id, { kind, key: media?.key ?? '' })
  const conversationId = await deps.conversations.survivorOf(tx, companyId, fetch.conversationId)
  await deps.events.append(tx, [
    deskEvent(deps, companyId, orderingKeys.conversation(conversationId), 'messageMediaArrived', {
      connectionId,
      ...fetch.identity,
      kind,
      media,
    }),
  ])
  return true
}

/** Files of a connection that goes away: no session will ever fetch them. */
export async function giveUpFiles(
  deps: ArrivalDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<void> {
  const place = { companyId, connectionId }
  await settleAll(deps.mediaFetches, tx, companyId, connectionId, (fetch) =>
    fileArrived(deps, tx, place, { fetch, fetched: withoutFile(fetch) }),
  )
}

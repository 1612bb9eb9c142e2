import type { CompanyId, ConnectionId, MediaWait } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import type { ConversationStore } from './conversation.store'
import { mediaKeys, type Fetched } from './fetch-media'
import { finishAll } from './follow-up.store'
import type { ConnectionRef, InboundStore } from './inbound.store'
import type { MediaFetch, MediaFetchStore } from './media-fetch.store'

export interface ArrivalDeps extends Pick<ServicePorts, 'events' | 'clock' | 'ids' | 'pendingBlobs'> {
  conversations: ConversationStore
  inbound: InboundStore
  mediaFetches: MediaFetchStore
}

/** The outcome for a message whose file is given up. */
export const withoutFile = ({ kind }: MediaFetch): Fetched => ({ media: undefined, kind, wait: undefined })

/** Records the file of a message, or that it was given up, and appends the event. False when it was finished before. */
export async function recordFileArrival(
  deps: ArrivalDeps,
  tx: Tx,
  { companyId, connectionId }: ConnectionRef,
  { fetch, fetched }: { fetch: MediaFetch; fetched: Fetched },
): Promise<boolean> {
  if (!(await deps.mediaFetches.delete(tx, companyId, fetch.id))) return false
  const { kind, media } = fetched
  await deps.pendingBlobs.claim(tx, companyId, mediaKeys(fetched))
  await deps.inbound.setContent(tx, companyId, fetch.id, { kind, key: media?.key ?? '' })
  const conversationId = await deps.conversations.readCurrentId(tx, companyId, fetch.conversationId)
  await deps.events.append(tx, [
    deskEvent(deps, orderingKeys.conversation(companyId, conversationId), 'messageMediaArrived', {
      connectionId,
      ...fetch.identity,
      kind,
      media,
    }),
  ])
  return true
}

/** Records what a file waits for, and appends the event when it waited for something else. */
export async function recordWait(
  deps: ArrivalDeps,
  tx: Tx,
  { companyId, connectionId }: ConnectionRef,
  { fetch, wait }: { fetch: MediaFetch; wait: MediaWait },
): Promise<void> {
  if (!(await deps.mediaFetches.setWait(tx, companyId, fetch.id, wait))) return
  const conversationId = await deps.conversations.readCurrentId(tx, companyId, fetch.conversationId)
  await deps.events.append(tx, [
    deskEvent(deps, orderingKeys.conversation(companyId, conversationId), 'messageMediaWaitChanged', {
      connectionId,
      ...fetch.identity,
      mediaWait: wait,
    }),
  ])
}

/** Gives up the files of a deleted connection. */
export async function giveUpFiles(
  deps: ArrivalDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<void> {
  const connection = { companyId, connectionId }
  await finishAll(deps.mediaFetches, tx, connection, (fetch) =>
    recordFileArrival(deps, tx, connection, { fetch, fetched: withoutFile(fetch) }),
  )
}

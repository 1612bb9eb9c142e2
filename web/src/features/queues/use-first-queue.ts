import type { ConnectionView, QueueView } from '@balcao/contracts'

import { useListConnectionsQuery, useUpdateConnectionMutation } from '../../data/connections.api'
import '../../data/connections.live'
import { showError } from '../../lib/error-toast'
import { findOnly } from '../../lib/find-only'

/**
 * The connection that a new queue is linked to without a choice: the company's only one, while neither has another.
 * Otherwise customers would write to a number that has no queue.
 */
export const findOnlyConnection = (
  queues: readonly QueueView[],
  connections: readonly ConnectionView[],
): ConnectionView | undefined => {
  const only = findOnly(connections)
  return queues.length === 0 && only?.queueIds.length === 0 ? only : undefined
}

/** The only connection while the company has no queue, and what links its first queue to it. */
export const useFirstQueue = (queues: readonly QueueView[]) => {
  const { data: connections = [] } = useListConnectionsQuery(undefined)
  const [update] = useUpdateConnectionMutation()
  const only = findOnlyConnection(queues, connections)
  return {
    only,
    /** The connection that has it now. The queue is saved by then: a refusal is shown, and its badge stays. */
    link: async (queue: QueueView): Promise<ConnectionView | undefined> => {
      if (!only) return undefined
      const { error } = await update({ id: only.id, body: { queueIds: [queue.id] } })
      if (error) showError(error)
      return error ? undefined : only
    },
  }
}

import { canSend, capabilities, type Capabilities } from '@balcao/contracts'

import { useListConnectionsQuery } from '../../data/connections.api'

/** What a ticket's connection can do. One that is not known yet, or deleted, counts as a phone: the server decides. */
export const useCapabilities = (connectionId: number | null): Capabilities => {
  const { data } = useListConnectionsQuery()
  return data?.find(({ id }) => id === connectionId)?.capabilities ?? capabilities.beta
}

/** Whether files can be sent. */
export const takesFiles = (can: Capabilities): boolean => canSend(can, 'application')

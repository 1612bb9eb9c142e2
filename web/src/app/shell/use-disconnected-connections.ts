import { useEffect, useState } from 'react'

import { useListConnectionsQuery } from '../../data/connections.api'
import '../../data/connections.live'
import { isTroubled } from '../../lib/connection-trouble'
import { CONNECTION_BADGE_DELAY_MS } from '../../lib/constants'

/**
 * Number of disconnected connections, 2 s after the last change, so that a quick reconnect
 * lights nothing.
 */
export const useDisconnectedConnections = (enabled: boolean): number => {
  const { data } = useListConnectionsQuery(undefined, { skip: !enabled })
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setCount(data?.filter(isTroubled).length ?? 0), CONNECTION_BADGE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [data])
  return count
}

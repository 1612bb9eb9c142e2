import type { Peers, RpcClients } from '@balcao/kernel'

import { createRpcClients } from './rpc-clients'
import { overrideServerName, insecureRpc, type RpcCredentials } from './rpc-credentials'

interface Connected {
  clients: RpcClients
  close(): void
}

/* Processes come and go: channels to those that went must not pile up. */
const MOST_CHANNELS = 64

/**
 * Channels open at the first call; the one that was asked for longest ago makes room for a new one.
 * @param gateway target of the gateway's service, whose certificate each of its processes shows.
 */
export function createPeers(
  credentials: RpcCredentials = insecureRpc,
  gateway?: string,
): Peers & { close(): void } {
  const open = new Map<string, Connected>()
  const openAt = (rpcAddress: string): Connected => {
    const named = createRpcClients(
      { 'messaging-gateway': rpcAddress },
      { credentials, channel: overrideServerName(gateway) },
    )
    // Processes of the gateway are the only ones that ask each other.
    return { clients: named.as('messaging-gateway'), close: named.close }
  }
  const at = (rpcAddress: string): Connected => {
    const connected = open.get(rpcAddress) ?? openAt(rpcAddress)
    open.delete(rpcAddress)
    open.set(rpcAddress, connected)
    for (const [oldest, old] of open) {
      if (open.size <= MOST_CHANNELS) break
      open.delete(oldest)
      old.close()
    }
    return connected
  }
  return {
    messaging: (rpcAddress) => at(rpcAddress).clients.messaging,
    close: () => open.forEach((connected) => connected.close()),
  }
}

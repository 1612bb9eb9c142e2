import type { Peers, RpcClients } from '@balcao/kernel'

import { probeAddress } from './probe-address'
import { createRpcClients } from './rpc-clients'
import { expectServerName, insecureRpc, type RpcCredentials } from './rpc-credentials'

interface Connected {
  clients: RpcClients
  close(): void
}

/* Limit of open channels: processes come and go. */
const MOST_CHANNELS = 64

/**
 * Channels open at the first call; the least recently used one is closed at the limit.
 * @param gateway target of the gateway's service, whose host each of its certificates carries: a process is called by an address of its own.
 */
export function createPeers(
  credentials: RpcCredentials = insecureRpc,
  gateway?: string,
): Peers & { close(): void } {
  const open = new Map<string, Connected>()
  const openAt = (rpcAddress: string): Connected => {
    const named = createRpcClients(
      { 'messaging-gateway': rpcAddress },
      { credentials, channel: expectServerName(gateway) },
    )
    // Only processes of the gateway call each other.
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
    probe: probeAddress,
    close: () => open.forEach((connected) => connected.close()),
  }
}

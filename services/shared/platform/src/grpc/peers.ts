import type { Peers, RpcClients } from '@balcao/kernel'

import { createRpcClients } from './rpc-clients'
import { namedLike, plainRpc, type RpcCredentials } from './rpc-credentials'

type Connected = RpcClients & { close(): void }

/* Processes come and go: channels to those that went must not pile up. */
const MOST_CHANNELS = 64

/**
 * Channels open at the first call; the one that was asked for longest ago makes room for a new one.
 * @param gateway target of the gateway's service, whose certificate each of its processes shows.
 */
export function createPeers(
  credentials: RpcCredentials = plainRpc,
  gateway?: string,
): Peers & { close(): void } {
  const open = new Map<string, Connected>()
  const openAt = (rpcAddress: string) =>
    createRpcClients({ 'messaging-gateway': rpcAddress }, { credentials, channel: namedLike(gateway) })
  const at = (rpcAddress: string): Connected => {
    const clients = open.get(rpcAddress) ?? openAt(rpcAddress)
    open.delete(rpcAddress)
    open.set(rpcAddress, clients)
    for (const [oldest, old] of open) {
      if (open.size <= MOST_CHANNELS) break
      open.delete(oldest)
      old.close()
    }
    return clients
  }
  return {
    messaging: (rpcAddress) => at(rpcAddress).messaging,
    close: () => open.forEach((clients) => clients.close()),
  }
}

import type { Peers, RpcClients } from '@balcao/kernel'

import { createRpcClients } from './rpc-clients'

type Connected = RpcClients & { close(): void }

/* Processes come and go: channels to those that went must not pile up. */
const MOST_CHANNELS = 64

/** Channels open at the first call; the one that was asked for longest ago makes room for a new one. */
export function createPeers(): Peers & { close(): void } {
  const open = new Map<string, Connected>()
  const at = (rpcAddress: string): Connected => {
    const clients = open.get(rpcAddress) ?? createRpcClients({ 'messaging-gateway': rpcAddress })
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

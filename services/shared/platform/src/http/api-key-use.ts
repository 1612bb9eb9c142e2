import { MINUTE, type Clock, type KnownApiKey, type RpcClients } from '@balcao/kernel'

import { createLogger } from '../telemetry/logger'

const log = createLogger('http')
const MOST_REMEMBERED = 10_000

/** Tells auth that a key was used, at most once a minute for each key; requests do not wait for it. */
export function createApiKeyUse({ rpc, clock }: { rpc: Pick<RpcClients, 'auth'>; clock: Clock }) {
  const toldAt = new Map<number, number>()
  return (key: Pick<KnownApiKey, 'id' | 'maker'>): void => {
    const usedAt = clock.now()
    const last = toldAt.get(key.id)
    if (last !== undefined && usedAt.getTime() - last < MINUTE) return
    if (toldAt.size >= MOST_REMEMBERED) toldAt.clear()
    toldAt.set(key.id, usedAt.getTime())
    const { companyId } = key.maker
    rpc.auth.reportApiKeyUse({ companyId, apiKeyId: key.id, usedAt }).catch((err: unknown) => {
      // Told again with the next request.
      toldAt.delete(key.id)
      log.warn({ companyId, err }, 'auth was not told that an API key was used')
    })
  }
}

import type { SignalKeys } from '../signal-keys'
import type { TrustToken } from './history-intake'

/* The key under which the library lists the contacts whose tokens it stores: Utils/tc-token-utils.js, 7.0.0-rc14. */
const INDEX = '__index'

/** Stores trusted-contact tokens where the library reads them. A token older than the stored one is ignored. */
export function saveTokens(keys: Pick<SignalKeys, 'inUnit'>, tokens: readonly TrustToken[]): Promise<void> {
  return keys.inUnit(async (unit) => {
    const found = await unit.get('tctoken', [INDEX, ...tokens.map(({ jid }) => jid)])
    const newer = tokens.filter(({ jid, timestamp }) => timestamp > Number(found[jid]?.timestamp ?? 0))
    if (newer.length === 0) return
    const kept = newer.map(({ jid, token, timestamp, senderTimestamp }) => [
      jid,
      {
        ...found[jid],
        token: Buffer.from(token),
        timestamp: String(timestamp),
        ...(senderTimestamp !== undefined && { senderTimestamp }),
      },
    ])
    const names = new Set([...parseIndex(found[INDEX]?.token), ...newer.map(({ jid }) => jid)])
    const index = { token: Buffer.from(JSON.stringify([...names])) }
    await unit.set({ tctoken: { ...Object.fromEntries(kept), [INDEX]: index } })
  })
}

function parseIndex(token: Uint8Array | undefined): string[] {
  if (!token?.length) return []
  const names: unknown = JSON.parse(Buffer.from(token).toString())
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

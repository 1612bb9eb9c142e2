import type { EventEmitter } from 'node:events'

import type { BinaryNode, SignalDataTypeMap, WASocket } from '@whiskeysockets/baileys'

import { asyncScope } from './async-scope'
import { createReentrantMutex } from './reentrant-mutex'
import { SenderKeyMemory } from './sender-key-memory'
import type { SignalKeys } from './signal-keys'

/**
 * The library groups key changes in an AsyncLocalStorage of its own per socket, which Node 20 never releases and
 * does work for at every promise. Changes that need one commit get it in our repository; here a mutex is enough.
 */
export function replaceKeyStore(sock: WASocket, keys: SignalKeys, onMissing: (keyId: string) => void): void {
  const exclusive = createReentrantMutex()
  const memory = new SenderKeyMemory(keys)
  const ws = sock.ws as unknown as EventEmitter
  ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    const { from = '', error } = attrs
    if (error) memory.refused(from)
    // A store that fails has ended the socket by then.
    else memory.confirmed(from).catch(() => undefined)
  })
  Object.assign(sock.authState.keys, {
    get: (type: keyof SignalDataTypeMap, ids: string[]) =>
      reportMissingKeys(type, ids, memory.get(type, ids), onMissing),
    set: memory.set.bind(memory),
    isInTransaction: () => false,
    transaction: <T>(work: () => Promise<T>, key: string) => exclusive(key, work),
  })
}

async function reportMissingKeys<T>(
  type: string,
  ids: readonly string[],
  work: Promise<Record<string, T>>,
  onMissing: (keyId: string) => void,
) {
  const found = await work
  if (type === 'app-state-sync-key')
    // An empty scope: the request for the key is not part of the unit that missed it.
    for (const id of ids) if (!found[id]) asyncScope.run({}, () => onMissing(id))
  return found
}

import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys'

export interface MemoryKeyStore extends SignalKeyStore {
  clear(): void
  /** A copy of the current state, for `restore`. */
  copy(): Map<string, string>
  restore(copy: Map<string, string>): void
}

/** Signal keys in memory. Values are stored as text, so that callers cannot change them by reference. */
export function memoryKeyStore(codec: {
  replacer: (key: string, value: unknown) => unknown
  reviver: (key: string, value: unknown) => unknown
}): MemoryKeyStore {
  let values = new Map<string, string>()
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids) {
        const value = values.get(`${type}/${id}`)
        if (value !== undefined) found[id] = JSON.parse(value, codec.reviver) as SignalDataTypeMap[T]
      }
      return found
    },
    set(data: SignalDataSet) {
      for (const [type, entries] of Object.entries(data))
        for (const [id, value] of Object.entries(entries ?? {}))
          if (value == null) values.delete(`${type}/${id}`)
          else values.set(`${type}/${id}`, JSON.stringify(value, codec.replacer))
    },
    clear: () => values.clear(),
    copy: () => new Map(values),
    restore: (copy) => {
      values = new Map(copy)
    },
  }
}

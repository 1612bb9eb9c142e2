import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys'

/** Signal keys of a process that may forget them. */
export function memoryKeyStore(): SignalKeyStore {
  const values = new Map<string, unknown>()
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids)
        if (values.has(`${type}/${id}`)) found[id] = values.get(`${type}/${id}`) as SignalDataTypeMap[T]
      return found
    },
    set(data: SignalDataSet) {
      for (const [type, entries] of Object.entries(data))
        for (const [id, value] of Object.entries(entries ?? {}))
          if (value == null) values.delete(`${type}/${id}`)
          else values.set(`${type}/${id}`, value)
    },
  }
}

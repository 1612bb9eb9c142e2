import type { SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys'

type Type = keyof SignalDataTypeMap
type Memory = SignalDataTypeMap['sender-key-memory']

interface Keys {
  get<T extends Type>(type: T, ids: string[]): Promise<Record<string, SignalDataTypeMap[T]>>
  set(data: SignalDataSet): Promise<void>
}

/**
 * Which devices have our sender key of a group. The library stores it before the message with the key leaves; after a
 * crash in between the group would never receive the key. Here it counts for this socket at once, and is stored when
 * the server has accepted the message: a key that is sent twice does no harm.
 */
export class SenderKeyMemory implements Keys {
  private readonly unconfirmed = new Map<string, Memory>()

  constructor(private readonly keys: Keys) {}

  async get<T extends Type>(type: T, ids: string[]): Promise<Record<string, SignalDataTypeMap[T]>> {
    if (type !== 'sender-key-memory') return this.keys.get(type, ids)
    const found: Record<string, SignalDataTypeMap[T]> = await this.keys.get(type, ids)
    for (const id of ids) {
      const newer = this.unconfirmed.get(id)
      if (newer) found[id] = { ...newer } as SignalDataTypeMap[T]
    }
    return found
  }

  async set(data: SignalDataSet): Promise<void> {
    const { 'sender-key-memory': memory = {}, ...others } = data
    const forgotten: Record<string, null> = {}
    for (const [group, devices] of Object.entries(memory)) {
      if (devices) this.unconfirmed.set(group, { ...devices })
      else {
        this.unconfirmed.delete(group)
        forgotten[group] = null
      }
    }
    if (Object.keys(forgotten).length > 0) await this.keys.set({ ...others, 'sender-key-memory': forgotten })
    else if (Object.keys(others).length > 0) await this.keys.set(others)
  }

  /** The server accepted a message to the group: the key that it carried has arrived. */
  async confirmed(group: string): Promise<void> {
    const devices = this.unconfirmed.get(group)
    if (!devices) return
    await this.keys.set({ 'sender-key-memory': { [group]: devices } })
    if (this.unconfirmed.get(group) === devices) this.unconfirmed.delete(group)
  }

  /** The server refused it: the next message carries the key again. */
  refused(group: string): void {
    this.unconfirmed.delete(group)
  }
}

import type { SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys'

import { SenderKeyMemory } from './sender-key-memory'

const GROUP = '1203630@g.us'

function rig() {
  const kept: Record<string, Record<string, unknown>> = {}
  const keys = {
    get: <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) =>
      Promise.resolve(
        Object.fromEntries(ids.flatMap((id) => (kept[type]?.[id] ? [[id, kept[type][id]]] : []))) as Record<
          string,
          SignalDataTypeMap[T]
        >,
      ),
    set: (data: SignalDataSet) => {
      for (const [type, values] of Object.entries(data)) kept[type] = { ...kept[type], ...values }
      return Promise.resolve()
    },
  }
  return { kept, memory: new SenderKeyMemory(keys) }
}

const known = async (memory: SenderKeyMemory) => (await memory.get('sender-key-memory', [GROUP]))[GROUP]

describe('who has our sender key of a group', () => {
  it('counts at once and is kept once the server has the message', async () => {
    const { kept, memory } = rig()
    await memory.set({ 'sender-key-memory': { [GROUP]: { 'a:1@lid': true } } })
    expect([await known(memory), kept]).toEqual([{ 'a:1@lid': true }, {}])
    await memory.confirmed(GROUP)
    expect(kept).toEqual({ 'sender-key-memory': { [GROUP]: { 'a:1@lid': true } } })
    expect(await known(memory)).toEqual({ 'a:1@lid': true })
  })

  it('is what it was before a message that the server refused', async () => {
    const { memory } = rig()
    await memory.set({ 'sender-key-memory': { [GROUP]: { 'a:1@lid': true } } })
    await memory.confirmed(GROUP)
    await memory.set({ 'sender-key-memory': { [GROUP]: { 'a:1@lid': true, 'b:1@lid': true } } })
    memory.refused(GROUP)
    expect(await known(memory)).toEqual({ 'a:1@lid': true })
  })

  it('is forgotten at once, and the other keys go through', async () => {
    const { kept, memory } = rig()
    await memory.set({ 'sender-key-memory': { [GROUP]: { 'a:1@lid': true } } })
    await memory.set({
      'sender-key-memory': { [GROUP]: null },
      'sender-key': { x: new Uint8Array([1]) },
    } as unknown as SignalDataSet)
    expect(await known(memory)).toBeUndefined()
    expect(kept['sender-key']).toEqual({ x: new Uint8Array([1]) })
    await memory.confirmed(GROUP)
    expect(kept['sender-key-memory']).toEqual({ [GROUP]: null })
  })

  it('does not take what the library goes on changing', async () => {
    const { memory } = rig()
    const devices: Record<string, boolean> = { 'a:1@lid': true }
    await memory.set({ 'sender-key-memory': { [GROUP]: devices } })
    devices['b:1@lid'] = true
    expect(await known(memory)).toEqual({ 'a:1@lid': true })
  })
})

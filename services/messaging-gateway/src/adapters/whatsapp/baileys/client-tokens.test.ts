import { createHmac } from 'node:crypto'

import { ClientTokens } from './client-tokens'

const vaultOf = () => {
  const rows = new Map<string, Uint8Array>()
  let reads = 0
  return {
    findKeys: (type: string, [id = '']: readonly string[]) => {
      reads += 1
      const found = rows.get(`${type}/${id}`)
      return Promise.resolve(new Map(found ? [[id, found]] : []))
    },
    write: ({ keys = [] }: { keys?: readonly { type: string; id: string; value: Uint8Array | null }[] }) => {
      for (const { type, id, value } of keys) if (value) rows.set(`${type}/${id}`, value)
      return Promise.resolve()
    },
    reads: () => reads,
  }
}

describe('a token that the account makes itself', () => {
  it('is an HMAC of the LID, by the newest salt, which is read once', async () => {
    const vault = vaultOf()
    const tokens = new ClientTokens(vault)
    expect(await tokens.computeToken('77@lid')).toBeUndefined()
    await tokens.saveSalt(Buffer.from('salt'))
    const expected = createHmac('sha256', 'salt').update('77@lid').digest()
    expect(await tokens.computeToken('77:3@lid')).toEqual(expected)
    expect(await tokens.computeToken('77@lid')).toEqual(expected)
    expect(vault.reads()).toBe(2)
    await tokens.saveSalt(Buffer.alloc(0))
    expect(await new ClientTokens(vault).computeToken('77@lid')).toEqual(expected)
  })

  it('is made for no contact without a LID', async () => {
    const tokens = new ClientTokens(vaultOf())
    await tokens.saveSalt(Buffer.from('salt'))
    expect(await tokens.computeToken('5511999990001@s.whatsapp.net')).toBeUndefined()
    expect(await tokens.computeToken('')).toBeUndefined()
  })
})

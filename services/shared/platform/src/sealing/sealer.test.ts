import { createSealer } from './sealer'

describe('a sealer', () => {
  const sealer = createSealer('k'.repeat(32), 'auth')
  it('opens what it sealed, for the same purpose', () => {
    const sealed = sealer.seal('segredo ç 😀', 'setting 1 asaas')
    expect(sealed).not.toContain('segredo')
    expect(sealer.open(sealed, 'setting 1 asaas')).toBe('segredo ç 😀')
    expect(sealer.open(sealed, 'setting 2 asaas')).toBeUndefined()
    expect(createSealer('x'.repeat(32), 'auth').open(sealed, 'setting 1 asaas')).toBeUndefined()
  })
  it.each(['', 'v1:', 'v1:AAAA', 'plain', 'v2:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'does not open %j',
    (text) => {
      expect(sealer.open(text, 'x')).toBeUndefined()
    },
  )
  it('notices a changed byte', () => {
    const bytes = Buffer.from(sealer.seal('text', 'x').slice(3), 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(sealer.open(`v1:${bytes.toString('base64')}`, 'x')).toBeUndefined()
  })
})

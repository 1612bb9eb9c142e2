import { readPasskeyOptions } from './passkey-options'

const read = (options: unknown) => readPasskeyOptions(Buffer.from(JSON.stringify(options)))
const sound = { challenge: 'AZ-_09', timeout: 600_000, rpId: 'whatsapp.com', userVerification: 'required' }

describe('WebAuthn options of the server', () => {
  it('are read as observed', () => {
    expect(read({ ...sound, allowCredentials: [], extensions: { uvm: true } })).toEqual({
      ...sound,
      allowCredentials: [],
      extensions: { uvm: true },
    })
  })

  it('need no more than a challenge and a site', () => {
    expect(read({ challenge: 'AA', rpId: 'whatsapp.com' })).toEqual({
      challenge: 'AA',
      rpId: 'whatsapp.com',
      timeout: 600_000,
      userVerification: 'required',
      allowCredentials: [],
      extensions: {},
    })
  })

  it.each([
    ['a text', 'whatsapp.com'],
    ['a challenge that is no base64url', { ...sound, challenge: "a'); alert(1)" }],
    ['no challenge', { rpId: 'whatsapp.com' }],
    ['a site that is no host', { ...sound, rpId: 'https://whatsapp.com/' }],
    ['more than 16 KB', { ...sound, padding: 'x'.repeat(20_000) }],
  ])('cannot be used with %s', (_words, options) => {
    expect(read(options)).toBeUndefined()
  })

  it('cannot be used when they are no JSON', () => {
    expect(readPasskeyOptions(Buffer.from('{'))).toBeUndefined()
  })

  it('lose what a page could run or would not know', () => {
    const credential = { id: 'AQID', type: 'public-key', transports: ['hybrid', '<b>', 7] }
    const options = read({
      ...sound,
      timeout: 1e12,
      userVerification: 'x',
      allowCredentials: [credential, { id: '`' }, null],
      extensions: { uvm: true, 'a-b': true, evil: '</script>' },
    })
    expect(options).toEqual({
      ...sound,
      allowCredentials: [{ id: 'AQID', type: 'public-key', transports: ['hybrid'] }],
      extensions: { uvm: true },
    })
  })
})

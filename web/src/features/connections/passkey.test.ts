import type { PasskeyOptions } from '@balcao/contracts'

import { buildPasskeySnippet, buildRequestUrl, canAskBrowser, parseAnswer } from './passkey'

const answer = {
  id: 'AQ',
  rawId: 'AQ',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'BB', userHandle: null },
}

describe('a page', () => {
  it.each([
    ['whatsapp.com', 'web.whatsapp.com', true],
    ['whatsapp.com', 'whatsapp.com', true],
    ['whatsapp.com', 'atendimento.loja.com.br', false],
    ['whatsapp.com', 'notwhatsapp.com', false],
    ['localhost', 'localhost', true],
  ])('may ask for passkeys of %s at %s: %s', (rpId, hostname, may) => {
    expect(canAskBrowser(rpId, hostname)).toBe(may)
  })
})

describe('a pasted answer', () => {
  it('is taken without what WhatsApp does not read', () => {
    expect(parseAnswer(JSON.stringify({ ...answer, authenticatorAttachment: 'platform' }))).toEqual(answer)
  })

  it.each([
    '',
    'oi',
    '{}',
    JSON.stringify({ ...answer, response: {} }),
    JSON.stringify({ ...answer, id: '<b>' }),
  ])('is none: %s', (text) => {
    expect(parseAnswer(text)).toBeNull()
  })
})

const options: PasskeyOptions = {
  challenge: 'AZ-_09',
  timeout: 600_000,
  rpId: 'whatsapp.com',
  userVerification: 'required',
  allowCredentials: [],
  extensions: { uvm: true },
}

it('has an address of WhatsApp’s page with the request, for that page alone', () => {
  const { origin, pathname, search, hash } = new URL(buildRequestUrl(options, 'https://loja.example'))
  expect([origin, pathname, search]).toEqual(['https://web.whatsapp.com', '/', ''])
  const asked = new URLSearchParams(hash.slice(1)).get('balcao-passkey') ?? ''
  expect(JSON.parse(asked)).toEqual({ desk: 'https://loja.example', options })
})

it('makes a snippet that contains the request and sends nothing', () => {
  const snippet = buildPasskeySnippet(options)
  expect(snippet).toContain('"rpId":"whatsapp.com"')
  expect(snippet).toContain('AZ-_09')
  expect(snippet).not.toMatch(/fetch|XMLHttpRequest|sendBeacon|WebSocket|https?:/)
})

import type { QuickMessageView } from '@balcao/contracts'

import { applyQuickMessageEvent } from '../../data/quick-messages.live'
import { findSuggestions, toQuickLabel } from './suggestions'

let ids = 0
const build = (shortcode: string, message = 'texto', status = true): QuickMessageView => ({
  id: (ids += 1),
  shortcode,
  message,
  geral: false,
  status,
  mediaPath: null,
  mediaName: null,
  isMedia: false,
  media: null,
  userId: 1,
  companyId: 1,
})
const offered = [build('bom dia'), build('pix'), build('Preço'), build('chave-pix')]
const shown = (text: string, caret = text.length) =>
  findSuggestions(text, caret, offered).map((suggestion) =>
    suggestion.kind === 'variable' ? suggestion.variable : suggestion.quickMessage.shortcode,
  )

describe('what a text in the composer offers', () => {
  it.each([
    ['/', []],
    ['/p', ['pix', 'Preço', 'chave-pix']],
    ['/PRECO', ['Preço']],
    ['/bom d', ['bom dia']],
    ['/nada', []],
    [' /pix', []],
    ['/pix\n', []],
    ['Olá {{', ['firstName', 'name', 'greeting', 'protocol', 'hour']],
    ['Olá {{n', ['name']],
    ['Olá {{name}}', []],
    ['Olá {', []],
  ])('%j', (text, expected) => expect(shown(text)).toEqual(expected))

  it('is about what is before the caret', () => expect(shown('{{pro tudo', 5)).toEqual(['protocol']))

  it('is labelled with shortcode and text, in 35 characters of one line', () => {
    expect(toQuickLabel({ shortcode: 'pix', message: 'Chave:\n123' })).toBe('/pix - Chave: 123')
    expect(toQuickLabel({ shortcode: 'pix', message: 'é'.repeat(40) })).toBe(`/pix - ${'é'.repeat(28)}…`)
  })

  it('is only what is active, by shortcode', () => {
    const one = build('abc')
    const added = applyQuickMessageEvent(offered, { action: 'create', record: one })
    expect(added.map(({ shortcode }) => shortcode)[0]).toBe('abc')
    const record = { ...one, status: false }
    const sorted = added.slice(1)
    expect(applyQuickMessageEvent(added, { action: 'update', record })).toEqual(sorted)
    expect(applyQuickMessageEvent(added, { action: 'delete', id: one.id })).toEqual(sorted)
  })
})

import { EventEmitter } from 'node:events'

import * as baileys from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'

import { QrCodes } from './qr-codes'

const refs = (...names: string[]): BinaryNode => ({
  tag: 'iq',
  attrs: { id: 'i1' },
  content: [
    {
      tag: 'pair-device',
      attrs: {},
      content: names.map((name) => ({ tag: 'ref', attrs: {}, content: Buffer.from(name) })),
    },
  ],
})

describe('the QR codes of a client that is not linked', () => {
  const socket = new EventEmitter()
  let shown: string[]
  let answers: BinaryNode[]
  let ends: number
  let codes: QrCodes

  beforeEach(async () => {
    jest.useFakeTimers()
    shown = []
    answers = []
    ends = 0
    codes = new QrCodes(socket, {
      baileys,
      creds: baileys.initAuthCreds(),
      browser: ['Balcão', 'Chrome', '1'],
      qrMs: 1_000,
      send: (node) => Promise.resolve(void answers.push(node)),
      show: (text) => void shown.push(text.replace(/^.*#/, '').split(',')[0] ?? ''),
      expired: () => void (ends += 1),
    })
    socket.emit('CB:iq,type:set,pair-device', refs('a', 'b'))
    await jest.advanceTimersByTimeAsync(0)
  })

  afterEach(() => jest.useRealTimers())

  it('are shown one after the other, the first three times as long, and end', async () => {
    expect(answers).toMatchObject([{ attrs: { type: 'result', id: 'i1' } }])
    expect(shown).toEqual(['a'])
    await jest.advanceTimersByTimeAsync(2_999)
    expect(shown).toEqual(['a'])
    await jest.advanceTimersByTimeAsync(1)
    expect(shown).toEqual(['a', 'b'])
    expect(ends).toBe(0)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(ends).toBe(1)
  })

  it('stop without an end', async () => {
    codes.stop()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(shown).toEqual(['a'])
    expect(ends).toBe(0)
  })
})

import { waitFor } from '@balcao/testkit'

import { BackPressure } from './back-pressure'

function rig() {
  const heard: string[] = []
  const socket = { pause: () => void heard.push('pause'), resume: () => void heard.push('resume') }
  return { heard, pressure: new BackPressure(() => socket) }
}

describe('a socket that brings more than can be looked at', () => {
  it('is read by sips until half of it is gone', async () => {
    const { heard, pressure } = rig()
    pressure.waiting('messages', 500)
    expect(heard).toEqual([])
    pressure.waiting('messages', 501)
    pressure.waiting('messages', 300)
    await waitFor(() => heard.length >= 4)
    expect(heard.slice(0, 4)).toEqual(['pause', 'resume', 'pause', 'resume'])
    pressure.waiting('messages', 250)
    expect(heard.at(-1)).toBe('resume')
  })

  it('is read again only when neither frames nor records wait', () => {
    const { heard, pressure } = rig()
    pressure.crowded(true)
    pressure.waiting('messages', 600)
    pressure.waiting('messages', 0)
    expect(heard).toEqual(['pause'])
    pressure.crowded(false)
    expect(heard).toEqual(['pause', 'resume'])
  })

  it('is held back for receipts as for messages, each by its own count', () => {
    const { heard, pressure } = rig()
    pressure.waiting('messages', 400)
    pressure.waiting('receipts', 501)
    pressure.waiting('messages', 0)
    expect(heard).toEqual(['pause'])
    pressure.waiting('receipts', 250)
    expect(heard).toEqual(['pause', 'resume'])
    pressure.stop()
  })

  it('is left alone when the line is over', () => {
    const { heard, pressure } = rig()
    pressure.crowded(true)
    pressure.stop()
    expect(heard).toEqual(['pause'])
  })
})

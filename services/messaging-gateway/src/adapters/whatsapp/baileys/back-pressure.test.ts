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
    pressure.setWaiting('messages', 500)
    expect(heard).toEqual([])
    pressure.setWaiting('messages', 501)
    pressure.setWaiting('messages', 300)
    await waitFor(() => heard.length >= 4)
    expect(heard.slice(0, 4)).toEqual(['pause', 'resume', 'pause', 'resume'])
    pressure.setWaiting('messages', 250)
    expect(heard.at(-1)).toBe('resume')
  })

  it('is read again only when neither frames nor records wait', () => {
    const { heard, pressure } = rig()
    pressure.setCrowded(true)
    pressure.setWaiting('messages', 600)
    pressure.setWaiting('messages', 0)
    expect(heard).toEqual(['pause'])
    pressure.setCrowded(false)
    expect(heard).toEqual(['pause', 'resume'])
  })

  it('is held back for receipts as for messages, each by its own count', () => {
    const { heard, pressure } = rig()
    pressure.setWaiting('messages', 400)
    pressure.setWaiting('receipts', 501)
    pressure.setWaiting('messages', 0)
    expect(heard).toEqual(['pause'])
    pressure.setWaiting('receipts', 250)
    expect(heard).toEqual(['pause', 'resume'])
    pressure.stop()
  })

  it('is left alone when the socket has ended', () => {
    const { heard, pressure } = rig()
    pressure.setCrowded(true)
    pressure.stop()
    expect(heard).toEqual(['pause'])
  })
})

import { act, renderHook } from '@testing-library/react'

import { askToInstall, listenForInstallOffer, useInstallWay } from './install'

const prompt = jest.fn(() => Promise.resolve())
const offer = () => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  return event
}
const device = (userAgent: string, maxTouchPoints = 0) => {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
  Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true })
}

beforeAll(() => {
  window.matchMedia ??= () => ({ matches: false }) as MediaQueryList
  listenForInstallOffer()
})
afterEach(() => device('X11; Linux x86_64'))

describe('the way to install the app', () => {
  it('is the browser’s question, once for each offer', async () => {
    const { result } = renderHook(useInstallWay)
    expect(result.current).toBeUndefined()
    expect(offer().defaultPrevented).toBe(true)
    expect(result.current).toBe('ask')
    await act(askToInstall)
    expect(prompt).toHaveBeenCalledTimes(1)
    expect(result.current).toBeUndefined()
    await act(askToInstall)
    expect(prompt).toHaveBeenCalledTimes(1)
  })

  it('is gone once the app is installed', () => {
    const { result } = renderHook(useInstallWay)
    offer()
    act(() => void window.dispatchEvent(new Event('appinstalled')))
    expect(result.current).toBeUndefined()
  })

  it.each([
    ['iPhone; CPU iPhone OS 18_0 like Mac OS X', 5, 'share-menu'],
    ['Macintosh; Intel Mac OS X 10_15_7', 5, 'share-menu'],
    ['Macintosh; Intel Mac OS X 10_15_7', 0, undefined],
    ['X11; Linux x86_64', 0, undefined],
  ] as const)('of %s with %i touch points is %s', (userAgent, touchPoints, way) => {
    device(userAgent, touchPoints)
    expect(renderHook(useInstallWay).result.current).toBe(way)
  })
})

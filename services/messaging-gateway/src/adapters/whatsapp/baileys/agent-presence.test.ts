import { AgentPresence } from './agent-presence'

const MINUTE_MS = 60_000

describe('a number', () => {
  let shown: string[]
  let presence: AgentPresence

  beforeEach(() => {
    jest.useFakeTimers()
    shown = []
    presence = new AgentPresence(3 * MINUTE_MS, (state) => shown.push(state))
  })
  afterEach(() => jest.useRealTimers())

  it('is online while an agent works on it, and three minutes more', () => {
    expect(shown).toEqual([])
    presence.recordWork()
    jest.advanceTimersByTime(2 * MINUTE_MS)
    presence.recordWork()
    jest.advanceTimersByTime(2 * MINUTE_MS)
    expect(shown).toEqual(['available'])
    jest.advanceTimersByTime(MINUTE_MS)
    expect(shown).toEqual(['available', 'unavailable'])
    presence.recordWork()
    expect(shown).toEqual(['available', 'unavailable', 'available'])
  })

  it('shows nothing once its socket has ended', () => {
    presence.recordWork()
    presence.stop()
    jest.advanceTimersByTime(9 * MINUTE_MS)
    expect(shown).toEqual(['available'])
  })
})

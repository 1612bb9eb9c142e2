import { buildUser } from '../../testing/builders'
import { createDeskStore } from '../store'
import { bootSession, openSession } from './open-session'
import { sessionOpened } from './session.slice'
import { readTakeover, readToken, writeSession, writeToken } from './session.storage'
import { onSessionEnded, endSessionHere } from './take-over'

const setUp = () => {
  localStorage.clear()
  const store = createDeskStore()
  writeSession({ token: 'mine', companyId: 7, userId: 12, dueDate: null, showCampaigns: true })
  localStorage.setItem('volume', '0.4')
  store.dispatch(sessionOpened({ token: 'mine', user: buildUser() }))
  const told: string[] = []
  onSessionEnded((reason) => told.push(reason))
  let reloads = 0
  const reload = () => {
    reloads += 1
  }
  return { store, told, reload, reloads: () => reloads }
}

describe('a session taken over', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it('is told at once, cleared and reloaded after a second', () => {
    const { store, told, reload, reloads } = setUp()
    endSessionHere(store, 'takeover', reload)
    expect(told).toEqual(['takeover'])
    jest.advanceTimersByTime(999)
    expect(reloads()).toBe(0)
    expect(readToken()).toBe('mine')
    jest.advanceTimersByTime(1)
    expect(reloads()).toBe(1)
    expect(readToken()).toBeNull()
    expect(localStorage.getItem('cshow')).toBeNull()
  })

  it('leaves its e-mail to the login page, until the next one opens', () => {
    const { store, reload } = setUp()
    endSessionHere(store, 'takeover', reload)
    jest.advanceTimersByTime(1000)
    const reloaded = createDeskStore()
    void bootSession(reloaded)
    expect(reloaded.getState().session).toMatchObject({ ended: 'takeover', email: buildUser().email })
    openSession(reloaded, { token: 'next', user: buildUser(), maxUploadBytes: 1 })
    expect(readTakeover()).toBe('')
  })

  it('keeps preferences', () => {
    const { store, reload } = setUp()
    endSessionHere(store, 'takeover', reload)
    jest.advanceTimersByTime(1000)
    expect(localStorage.getItem('volume')).toBe('0.4')
  })

  it('by another tab of this browser picks that session up', () => {
    const { store, reload, reloads } = setUp()
    endSessionHere(store, 'takeover', reload)
    writeToken('of-the-other-tab')
    jest.advanceTimersByTime(1000)
    expect(reloads()).toBe(1)
    expect(readToken()).toBe('of-the-other-tab')
  })

  it('that the server ended goes to the login page without a reload', () => {
    const { store, reload, reloads } = setUp()
    endSessionHere(store, 'over', reload)
    expect(store.getState().session).toMatchObject({ phase: 'guest', ended: 'over' })
    expect(readToken()).toBeNull()
    expect(reloads()).toBe(0)
  })
})

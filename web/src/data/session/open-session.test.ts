import { buildUser } from '../../testing/builders'
import { fakeFetch, type FakeAnswer } from '../../testing/fake-fetch'
import { createDeskStore } from '../store'
import { bootSession, closeSession, followOtherTabs, openSession } from './open-session'
import { sessionOpened } from './session.slice'
import { readToken, writeSession, writeToken } from './session.storage'

const realFetch = globalThis.fetch

const setUp = (answer: () => FakeAnswer | 'unreachable') => {
  localStorage.clear()
  const { fetchFn, calls } = fakeFetch(answer)
  globalThis.fetch = fetchFn
  return { store: createDeskStore(), calls }
}

const maxUploadBytes = 16 * 1024 * 1024

const company = {
  id: 7,
  name: 'Loja Aurora',
  dueDate: new Date(2026, 11, 18, 9).toISOString(),
  trialExpiration: null,
  schedules: [],
  settings: [{ key: 'campaignsEnabled', value: 'true' }],
}

describe('a session on this machine', () => {
  afterEach(() => {
    globalThis.fetch = realFetch
    jest.useRealTimers()
  })

  it('is stored under the keys that users already have', () => {
    const { store } = setUp(() => ({}))
    openSession(store, { token: 'abc', user: buildUser({ id: 12, companyId: 7, company }), maxUploadBytes })
    expect(localStorage.getItem('token')).toBe('"abc"')
    expect(localStorage.getItem('companyId')).toBe('7')
    expect(localStorage.getItem('userId')).toBe('12')
    expect(localStorage.getItem('companyDueDate')).toBe('18/12/2026')
    expect(localStorage.getItem('cshow')).toBe('true')
    expect(store.getState().session.phase).toBe('active')
  })

  it('hides campaigns when the company has them off', () => {
    const { store } = setUp(() => ({}))
    localStorage.setItem('cshow', 'true')
    openSession(store, {
      token: 'abc',
      user: buildUser({ company: { ...company, settings: [] } }),
      maxUploadBytes,
    })
    expect(localStorage.getItem('cshow')).toBeNull()
  })

  it('starts with a refresh, which brings the user', async () => {
    const { store, calls } = setUp(() => ({ body: { token: 'fresh', user: buildUser({ name: 'Ana' }) } }))
    writeToken('stored')
    await bootSession(store)
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /auth/refresh_token'])
    expect(store.getState().session).toMatchObject({ phase: 'active', token: 'fresh', user: { name: 'Ana' } })
  })

  it('asks nothing without a token', async () => {
    const { store, calls } = setUp(() => ({}))
    await bootSession(store)
    expect(calls).toEqual([])
    expect(store.getState().session.phase).toBe('guest')
  })

  it('is forgotten when the refresh is refused', async () => {
    const { store } = setUp(() => ({ status: 401, body: { error: 'ERR_SESSION_OVER' } }))
    writeToken('stored')
    await bootSession(store)
    expect(store.getState().session).toMatchObject({ phase: 'guest', ended: 'over' })
    expect(readToken()).toBeNull()
  })

  it('says that the subscription is over at 402', async () => {
    const { store } = setUp(() => ({ status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } }))
    writeToken('stored')
    await bootSession(store)
    expect(store.getState().session).toMatchObject({ phase: 'guest', ended: 'subscription' })
  })

  it('waits for a server that does not answer', async () => {
    jest.useFakeTimers()
    let up = false
    const { store } = setUp(() => (up ? { body: { token: 'fresh', user: buildUser() } } : 'unreachable'))
    writeToken('stored')
    await bootSession(store)
    expect(store.getState().session).toMatchObject({ phase: 'booting', unreachable: true })
    expect(readToken()).toBe('stored')
    up = true
    await jest.advanceTimersByTimeAsync(3000)
    expect(store.getState().session.phase).toBe('active')
  })

  it('ends here even when the server cannot be told', async () => {
    const { store } = setUp(() => 'unreachable')
    writeSession({ token: 'abc', companyId: 7, userId: 12, dueDate: null, showCampaigns: false })
    store.dispatch(sessionOpened({ token: 'abc', user: buildUser() }))
    await closeSession(store)
    expect(store.getState().session).toMatchObject({ phase: 'guest', ended: 'logout' })
    expect(readToken()).toBeNull()
  })
})

describe('another tab of this browser', () => {
  const change = (key: string, value: string | null) => {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
  }
  const logIn = () => {
    localStorage.clear()
    const store = createDeskStore()
    writeSession({ token: 'abc', companyId: 7, userId: 12, dueDate: null, showCampaigns: false })
    store.dispatch(sessionOpened({ token: 'abc', user: buildUser({ id: 12 }) }))
    let reloads = 0
    followOtherTabs(store, () => {
      reloads += 1
    })
    return { store, reloads: () => reloads }
  }

  it('shares its newer token', () => {
    const { store } = logIn()
    change('token', '"newer"')
    expect(store.getState().session).toMatchObject({ phase: 'active', token: 'newer' })
  })

  it('takes this one along when it logs out', () => {
    const { store } = logIn()
    change('token', null)
    expect(store.getState().session).toMatchObject({ phase: 'guest', ended: 'logout' })
  })

  it('reloads this one when another user logged in', () => {
    const { reloads } = logIn()
    localStorage.setItem('userId', '99')
    change('token', '"of-another-user"')
    expect(reloads()).toBe(1)
  })
})

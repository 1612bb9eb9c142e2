import { fakeFetch, type FakeAnswer, type FakeCall } from '../testing/fake-fetch'
import { buildUser } from '../testing/builders'
import { createBaseQuery, type CallOptions } from './base-query'
import { createDeskStore } from './store'
import { sessionOpened } from './session/session.slice'
import { readToken, writeToken } from './session/session.storage'

const expired: FakeAnswer = { status: 403, body: { error: 'ERR_SESSION_EXPIRED' } }

const setUp = (
  answer: (call: FakeCall, index: number) => FakeAnswer | 'unreachable' | Promise<FakeAnswer>,
) => {
  localStorage.clear()
  writeToken('old')
  const store = createDeskStore()
  store.dispatch(sessionOpened({ token: 'old', user: buildUser() }))
  const { fetchFn, calls } = fakeFetch(answer)
  const { query } = createBaseQuery(fetchFn)
  const api = {
    ...store,
    signal: new AbortController().signal,
    abort: () => undefined,
    extra: undefined,
    endpoint: 'test',
    type: 'query' as const,
  }
  const ask = async (path: string, options: CallOptions = {}) => query(path, api, options)
  const refreshes = () => calls.filter((call) => call.path === '/auth/refresh_token')
  return { store, calls, ask, refreshes }
}

/** An expired token is refused until the refresh gave `new`. */
const untilRenewed = (call: FakeCall): FakeAnswer => {
  if (call.path === '/auth/refresh_token') return { body: { token: 'new', user: buildUser() } }
  return call.authorization === 'Bearer new' ? { body: { path: call.path } } : expired
}

describe('a call to the server', () => {
  it('carries the bearer and says that it is a call, not a page', async () => {
    const { ask, calls } = setUp(() => ({ body: {} }))
    await ask('/tickets')
    expect(calls[0]?.authorization).toBe('Bearer old')
    expect(calls[0]?.headers.get('accept')).toBe('application/json')
  })

  it('learns from a 402 that the due date has passed', async () => {
    const dueDate = '2026-01-05T15:00:00.000Z'
    const { ask, store } = setUp(() => ({
      status: 402,
      body: { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate },
    }))
    expect(await ask('/tickets')).toMatchObject({ error: { status: 402 } })
    const { session } = store.getState()
    expect([session.phase, session.user?.company.dueDate]).toEqual(['active', dueDate])
  })

  it('is replayed with the new token after an expired one', async () => {
    const { ask, store, refreshes } = setUp(untilRenewed)
    expect(await ask('/tickets')).toMatchObject({ data: { path: '/tickets' } })
    expect(refreshes()).toHaveLength(1)
    expect(refreshes()[0]?.headers.get('x-requested-with')).toBe('balcao')
    expect(store.getState().session.token).toBe('new')
    expect(localStorage.getItem('token')).toBe('"new"')
  })

  it('waits for a call that renews the session, and is replayed with its token', async () => {
    let renew: (answer: FakeAnswer) => void = () => undefined
    const renewal = new Promise<FakeAnswer>((resolve) => (renew = resolve))
    const { ask, store, refreshes } = setUp((call) => {
      if (call.path === '/users/12') return renewal
      return call.authorization === 'Bearer new' ? { body: { path: call.path } } : { status: 401, body: {} }
    })
    const change = ask('/users/12', { renewsSession: true })
    const refused = ask('/tickets')
    renew({ body: { token: 'new' } })
    await change
    expect(await refused).toMatchObject({ data: { path: '/tickets' } })
    expect(store.getState().session).toMatchObject({ phase: 'active', token: 'new' })
    expect(readToken()).toBe('new')
    expect(refreshes()).toHaveLength(0)
  })

  it('shares one refresh with everything that expired at the same time', async () => {
    const { ask, refreshes } = setUp(untilRenewed)
    const answers = await Promise.all(['/a', '/b', '/c', '/d', '/e'].map((path) => ask(path)))
    expect(answers.map(({ data }) => data)).toEqual(['/a', '/b', '/c', '/d', '/e'].map((path) => ({ path })))
    expect(refreshes()).toHaveLength(1)
  })

  it('does not refresh again when another call already brought a newer token', async () => {
    let release: (answer: FakeAnswer) => void = () => undefined
    const slow = new Promise<FakeAnswer>((resolve) => {
      release = resolve
    })
    const { ask, refreshes } = setUp((call) =>
      call.path === '/slow' && call.authorization === 'Bearer old' ? slow : untilRenewed(call),
    )
    const late = ask('/slow')
    await ask('/fast')
    release(expired)
    expect(await late).toMatchObject({ data: { path: '/slow' } })
    expect(refreshes()).toHaveLength(1)
  })

  it('is replayed once only: a second expiry ends the session', async () => {
    const { ask, store, calls } = setUp((call) =>
      call.path === '/auth/refresh_token' ? { body: { token: 'new', user: buildUser() } } : expired,
    )
    await ask('/tickets')
    expect(calls.map(({ path }) => path)).toEqual(['/tickets', '/auth/refresh_token', '/tickets'])
    expect(store.getState().session).toMatchObject({ phase: 'guest', ended: 'over' })
    expect(readToken()).toBeNull()
  })

  it('ends the session when the refresh is refused', async () => {
    const { ask, store } = setUp((call) =>
      call.path === '/auth/refresh_token' ? { status: 401, body: { error: 'ERR_SESSION_OVER' } } : expired,
    )
    await ask('/tickets')
    expect(store.getState().session).toMatchObject({ phase: 'guest', ended: 'over' })
    expect(readToken()).toBeNull()
  })

  it('keeps the session when the refresh could not reach the server', async () => {
    const { ask, store } = setUp((call) => (call.path === '/auth/refresh_token' ? 'unreachable' : expired))
    expect(await ask('/tickets')).toMatchObject({ error: { status: 'FETCH_ERROR' } })
    expect(store.getState().session.phase).toBe('active')
    expect(readToken()).toBe('old')
  })

  it('keeps the session when the refresh came too often, and tells so', async () => {
    const tooMany: FakeAnswer = { status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } }
    const { ask, store } = setUp((call) => (call.path === '/auth/refresh_token' ? tooMany : expired))
    expect(await ask('/tickets')).toMatchObject({ error: { status: 429, data: tooMany.body } })
    expect(store.getState().session.phase).toBe('active')
    expect(readToken()).toBe('old')
  })

  it('takes a missing permission for an answer and refreshes nothing', async () => {
    const { ask, store, refreshes } = setUp(() => ({ status: 403, body: { error: 'ERR_NO_PERMISSION' } }))
    expect(await ask('/whatsapp')).toMatchObject({ error: { status: 403 } })
    expect(refreshes()).toHaveLength(0)
    expect(store.getState().session.phase).toBe('active')
  })

  it('forgets the session at 401, but not what another tab has stored since', async () => {
    const first = setUp(() => ({ status: 401, body: { error: 'ERR_SESSION_OVER' } }))
    await first.ask('/tickets')
    expect(first.store.getState().session.phase).toBe('guest')
    expect(localStorage.getItem('token')).toBeNull()

    const second = setUp(() => {
      writeToken('from-another-tab')
      return { status: 401, body: { error: 'ERR_SESSION_OVER' } }
    })
    await second.ask('/tickets')
    expect(readToken()).toBe('from-another-tab')
  })
})

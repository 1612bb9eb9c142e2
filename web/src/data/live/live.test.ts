import { buildConnection, buildUser } from '../../testing/builders'
import { fakeFetch, type FakeAnswer, type FakeCall } from '../../testing/fake-fetch'
import { fakeSocket } from '../../testing/fake-socket'
import { connectionsApi } from '../connections.api'
import '../connections.live'
import { readToken, writeSession } from '../session/session.storage'
import { sessionOpened } from '../session/session.slice'
import { createDeskStore } from '../store'
import { startLive } from './live'

const realFetch = globalThis.fetch
const stops: (() => void)[] = []

const setUp = async (answer: (call: FakeCall) => FakeAnswer) => {
  localStorage.clear()
  const { fetchFn, calls } = fakeFetch(answer)
  globalThis.fetch = fetchFn
  const store = createDeskStore()
  writeSession({ token: 'mine', companyId: 7, userId: 12, dueDate: null, showCampaigns: false })
  store.dispatch(sessionOpened({ token: 'mine', user: buildUser({ id: 12, companyId: 7 }) }))
  const wire = fakeSocket()
  stops.push(startLive(store, { companyId: 7, userId: 12, open: wire.open }))
  await store.dispatch(connectionsApi.endpoints.listConnections.initiate())
  const statuses = () =>
    connectionsApi.endpoints.listConnections
      .select()(store.getState())
      .data?.map(({ status }) => status)
  const asked = (path: string) => calls.filter((call) => call.path.startsWith(path)).length
  return { store, ...wire, statuses, asked }
}

const session = (status: 'CONNECTED' | 'DISCONNECTED') => ({
  action: 'update' as const,
  session: { id: 1, name: 'Loja', status, qrcode: '', retries: 0, updatedAt: '2026-11-19T13:00:00.000Z' },
})
const list = { body: [buildConnection({ id: 1, status: 'OPENING' })] }
const settle = () => new Promise((resolve) => setTimeout(resolve, 40))
const until = async (isSo: () => boolean) => {
  for (let tries = 0; tries < 100 && !isSo(); tries += 1) await settle()
  expect(isSo()).toBe(true)
}

describe('the live desk', () => {
  afterEach(() => {
    stops.splice(0).forEach((stop) => stop())
    globalThis.fetch = realFetch
  })

  it('writes events of its own company into the cache, and of no other', async () => {
    const { ready, serverSays, statuses } = await setUp(() => list)
    ready(10)
    serverSays('company-8-whatsappSession', { ...session('DISCONNECTED'), seq: 11 })
    serverSays('company-7-whatsappSession', { ...session('CONNECTED'), seq: 11 })
    await until(() => statuses()?.[0] === 'CONNECTED')
  })

  it('catches up at first and after a reconnect through the same handlers, and fetches nothing again', async () => {
    const { ready, drop, statuses, asked } = await setUp(({ path }) => {
      if (!path.startsWith('/sync')) return list
      const [seq, status] = path.includes('since=0')
        ? [10, 'CONNECTED' as const]
        : [11, 'DISCONNECTED' as const]
      const events = [{ seq, channel: 'whatsappSession', payload: session(status) }]
      return { body: { events, seq, hasMore: false, reset: false } }
    })
    ready(10)
    await until(() => statuses()?.[0] === 'CONNECTED')
    drop('transport close')
    ready(11)
    await until(() => statuses()?.[0] === 'DISCONNECTED')
    expect([asked('/sync?since=0&age='), asked('/sync?since=10'), asked('/whatsapp')]).toEqual([1, 1, 1])
  })

  it('shows what the line is doing', async () => {
    const { ready, drop, store } = await setUp(() => list)
    expect(store.getState().live.phase).toBe('connecting')
    ready(10)
    expect(store.getState().live).toMatchObject({ phase: 'online', lostAt: null })
    drop('transport close')
    expect(store.getState().live.phase).toBe('lost')
    expect(store.getState().live.lostAt).toEqual(expect.any(Number))
  })

  it('learns its new rights, then asks for everything on screen again', async () => {
    const { ready, store, asked } = await setUp(({ path }) =>
      path === '/auth/me' ? { body: buildUser({ profile: 'admin' }) } : list,
    )
    ready(10)
    await until(() => asked('/whatsapp') === 2)
    ready(10)
    await until(() => store.getState().session.user?.profile === 'admin')
    await until(() => asked('/whatsapp') === 3)
  })

  it('ends with the session, and does not come back when the server closes the line', async () => {
    const { ready, serverSays, drop, store, connects } = await setUp(() => list)
    ready(10)
    serverSays('company-7-auth', {
      action: 'update',
      reason: 'logout',
      user: { id: 12, email: '', companyId: 7 },
      seq: 11,
    })
    drop('io server disconnect')
    await Promise.resolve()
    expect(store.getState().session).toMatchObject({ phase: 'guest', ended: 'logout' })
    expect(readToken()).toBeNull()
    expect(connects()).toBe(0)
  })
})

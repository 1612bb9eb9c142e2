import { act, render, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'

import { renderApp, type RenderOptions } from '../testing/render-app'
import {
  readDestination,
  GuestsOnly,
  RequireAction,
  RequireCampaigns,
  RequirePlan,
  RequireSession,
} from './guards'

const routes = (
  <Routes>
    <Route path="/login" element={<GuestsOnly>login</GuestsOnly>} />
    <Route path="/" element={<RequireSession>start</RequireSession>} />
    <Route path="/tickets" element={<RequireSession>tickets</RequireSession>} />
    <Route
      path="/connections"
      element={
        <RequireSession>
          <RequireAction action="connections-page:view">connections</RequireAction>
        </RequireSession>
      }
    />
    <Route
      path="/kanban"
      element={
        <RequirePlan flag="useKanban" skeleton="skeleton">
          kanban
        </RequirePlan>
      }
    />
  </Routes>
)

const open = (path: string, options: RenderOptions = {}) => renderApp(routes, { ...options, path })
const withPlan = (useKanban: boolean): RenderOptions => ({
  user: {},
  answer: () => ({ body: { id: 7, plan: { useKanban } } }),
})

describe('a private page', () => {
  it('sends a guest to the login page', async () => {
    const { where } = await open('/tickets')
    expect(where()).toBe('/login')
    expect(screen.getByText('login')).toBeTruthy()
  })

  it('opens for a logged-in user', async () => {
    await open('/tickets', { user: {} })
    expect(screen.getByText('tickets')).toBeTruthy()
  })
})

describe('the login page', () => {
  it('sends on who is logged in', async () => {
    const { where } = await open('/login', { user: {} })
    expect(where()).toBe('/')
  })

  it('leads back to where one came from, and nowhere outside', () => {
    expect(readDestination({ from: { pathname: '/connections', search: '?a=1' } })).toBe('/connections?a=1')
    expect([null, undefined, 'x', { from: 'https://evil' }].map(readDestination)).toEqual([
      '/',
      '/',
      '/',
      '/',
    ])
  })
})

describe('a page for administrators', () => {
  it('tells an agent why not and goes to the tickets', async () => {
    const { where } = await open('/connections', { user: { profile: 'user' } })
    await waitFor(() => expect(where()).toBe('/tickets'))
    expect(await screen.findByText('Você não tem permissão para acessar este recurso.')).toBeTruthy()
    expect(screen.queryByText('connections')).toBeNull()
  })

  it('opens for an administrator', async () => {
    await open('/connections', { user: { profile: 'admin' } })
    expect(screen.getByText('connections')).toBeTruthy()
  })
})

describe('a page of a plan', () => {
  afterEach(() => jest.useRealTimers())

  it('opens with its flag', async () => {
    await open('/kanban', withPlan(true))
    expect(await screen.findByText('kanban')).toBeTruthy()
  })

  it('keeps its skeleton for a second without it, then goes to the start', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
    const { where } = await open('/kanban', withPlan(false))
    await screen.findByText(
      /Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando\./,
    )
    expect(where()).toBe('/kanban')
    expect(screen.getByText(/skeleton/)).toBeTruthy()
    await act(() => jest.advanceTimersByTimeAsync(1000))
    await waitFor(() => expect(where()).toBe('/'))
  })
})

describe('a page of campaigns', () => {
  afterEach(() => localStorage.clear())

  it.each([
    ['with the flag', { token: '"t"', cshow: 'true' }, 'campaigns'],
    ['without it', { token: '"t"' }, 'not found'],
    ['in a browser that stores nothing', {}, 'campaigns'],
  ])('%s: %j shows %s', (_name, stored, shown) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    render(<RequireCampaigns missing="not found">campaigns</RequireCampaigns>)
    expect(screen.getByText(shown)).toBeTruthy()
  })
})

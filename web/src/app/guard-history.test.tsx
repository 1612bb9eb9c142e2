import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  Link,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
  useLocation,
  useNavigate,
} from 'react-router-dom'

import { startI18n } from '../i18n/i18n'
import { namespaces } from '../testing/namespaces'
import { leave } from '../lib/leaving'
import { useUnsaved } from '../lib/use-unsaved'
import { guardHistory } from './guard-history'
import { LeaveDialog } from './shell/leave-dialog'

interface FormProps {
  isUnsaved: boolean
  isSaving?: boolean
}

const Form = ({ isUnsaved, isSaving = false }: FormProps) => {
  useUnsaved(isUnsaved, isSaving)
  const navigate = useNavigate()
  return <button onClick={() => void navigate('/saved')}>palette</button>
}

const Desk = (form: FormProps) => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output>{pathname + search}</output>
      <Link to="/tags">tags</Link>
      <Link to="/settings?tab=2">same page</Link>
      <button onClick={() => void navigate('/login', { replace: true })}>redirect</button>
      {pathname === '/settings' ? <Form {...form} /> : null}
      <LeaveDialog />
    </>
  )
}

const where = () => screen.getByRole('status').textContent
const openForm = async (form: FormProps) => {
  history.pushState({ idx: 0 }, '', '/first')
  const guarded = guardHistory(createBrowserHistory({ v5Compat: true }))
  const desk = (props: FormProps) => (
    <HistoryRouter history={guarded}>
      <Desk {...props} />
    </HistoryRouter>
  )
  const view = render(desk(form))
  act(() => guarded.push('/settings'))
  await waitFor(() => expect(where()).toBe('/settings'))
  return { rerender: (props: FormProps) => view.rerender(desk(props)) }
}
const question = () => screen.queryByRole('alertdialog', { name: 'Descartar alterações?' })
const answer = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(question()).toBeNull())
}
const pressBack = () => act(() => history.back())

beforeAll(() => startI18n(namespaces))

describe('a page with something unsaved', () => {
  it.each([
    ['a link', 'link', 'tags', '/tags'],
    ['what the app opens', 'button', 'palette', '/saved'],
  ])('asks before %s', async (_way, role, name, target) => {
    await openForm({ isUnsaved: true })
    await userEvent.click(screen.getByRole(role, { name }))
    await answer('Continuar editando')
    expect(where()).toBe('/settings')
    await userEvent.click(screen.getByRole(role, { name }))
    await answer('Descartar')
    await waitFor(() => expect(where()).toBe(target))
  })

  it('asks before Back, which stays where it is until the answer', async () => {
    await openForm({ isUnsaved: true })
    pressBack()
    await answer('Continuar editando')
    expect(where()).toBe('/settings')
    expect(location.pathname).toBe('/settings')
    pressBack()
    await answer('Descartar')
    await waitFor(() => expect(where()).toBe('/first'))
    expect(location.pathname).toBe('/first')
  })

  it('asks before another record takes its place', async () => {
    await openForm({ isUnsaved: true })
    const proceed = jest.fn()
    act(() => leave(proceed))
    expect(proceed).not.toHaveBeenCalled()
    await answer('Descartar')
    expect(proceed).toHaveBeenCalledTimes(1)
  })

  it('does not ask on its own page, before a redirect, or once it is saved', async () => {
    const { rerender } = await openForm({ isUnsaved: true })
    await userEvent.click(screen.getByRole('link', { name: 'same page' }))
    await waitFor(() => expect(where()).toBe('/settings?tab=2'))
    rerender({ isUnsaved: true, isSaving: true })
    await userEvent.click(screen.getByRole('button', { name: 'palette' }))
    await waitFor(() => expect(where()).toBe('/saved'))
    pressBack()
    await waitFor(() => expect(where()).toBe('/settings?tab=2'))
    rerender({ isUnsaved: true })
    await userEvent.click(screen.getByRole('button', { name: 'redirect' }))
    await waitFor(() => expect(where()).toBe('/login'))
    expect(question()).toBeNull()
  })
})

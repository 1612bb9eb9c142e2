import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'

import { buildUser } from '../../testing/builders'
import type { FakeAnswer } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { LoginPage } from './login-page'

const DAY_MS = 86_400_000
const dueIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const answerWith = (dueDate: string | null, trialExpiration: string | null = null): FakeAnswer => ({
  body: {
    token: 'abc',
    user: buildUser({
      company: { id: 7, name: 'Loja', dueDate, trialExpiration, schedules: [], settings: [] },
    }),
  },
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const logIn = async (answer: FakeAnswer | 'unreachable') => {
  const app = await renderApp(
    <Routes>
      <Route path="*" element={<LoginPage />} />
    </Routes>,
    { path: '/login', answer: () => answer },
  )
  type('E-mail', 'ana@demo.local')
  type('Senha', 'balcao123')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  return app
}

describe('the login page', () => {
  it('opens the session', async () => {
    const { store, calls } = await logIn(answerWith(null))
    await waitFor(() => expect(store.getState().session.phase).toBe('active'))
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/auth/login',
      body: '{"email":"ana@demo.local","password":"balcao123"}',
    })
    expect(localStorage.getItem('token')).toBe('"abc"')
    expect(await screen.findByText('Login efetuado com sucesso!')).toBeTruthy()
  })

  it('shows the error above the form and keeps what was typed', async () => {
    const { store } = await logIn({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Erro de autenticação. Por favor, tente novamente.',
    )
    expect(screen.getByDisplayValue('balcao123')).toBeTruthy()
    expect(store.getState().session.phase).toBe('guest')
  })

  it('says so when the server cannot be reached', async () => {
    await logIn('unreachable')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Sem conexão com o servidor. Verifique sua internet.',
    )
  })

  it('opens the session of an administrator past the due date, who has to pay', async () => {
    const { store } = await logIn(answerWith(new Date(2020, 0, 5, 12).toISOString()))
    await waitFor(() => expect(store.getState().session.phase).toBe('active'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('refuses whom the server refuses past the due date, says the day and stores nothing', async () => {
    const dueDate = new Date(2020, 0, 5, 12).toISOString()
    const { store } = await logIn({ status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate } })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Opss! Sua assinatura venceu 05/01/2020. Entre em contato com o Suporte para mais informações!',
    )
    expect(localStorage.getItem('token')).toBeNull()
    expect(store.getState().session.phase).toBe('guest')
  })

  it('refuses in general words when the day is unknown', async () => {
    await logIn({ status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'A assinatura da sua empresa venceu. Entre em contato com o Suporte.',
    )
  })

  it('warns in the last days', async () => {
    await logIn(answerWith(dueIn(3)))
    expect(await screen.findByText('Sua assinatura vence em 3 dias')).toBeTruthy()
  })

  it.each([
    [3, 'Seu teste termina em 3 dias'],
    [0, 'Seu teste termina hoje'],
  ])('calls a trial a trial, %i days before its end', async (days, text) => {
    await logIn(answerWith(dueIn(days), dueIn(days)))
    expect(await screen.findByText(text)).toBeTruthy()
  })
})

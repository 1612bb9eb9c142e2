import { planFlags } from '@balcao/contracts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import type { FakeAnswer, FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { SignUpPage } from './sign-up-page'

const everything = Object.fromEntries(planFlags.map((flag) => [flag, true]))
const plans = [
  {
    ...everything,
    useCampaigns: false,
    useOpenAi: false,
    id: 1,
    name: 'Essencial',
    users: 3,
    connections: 1,
    queues: 3,
    value: 99.9,
  },
  { ...everything, id: 2, name: 'Equipe', users: 10, connections: 3, queues: 10, value: 249 },
]
const open = (
  signUp: FakeAnswer = { body: { name: 'Padaria Sol' } },
  listPlans: FakeAnswer = { body: plans },
  path = '/signup',
) =>
  renderApp(<SignUpPage />, {
    path,
    answer: (call: FakeCall) => (call.path === '/plans/list' ? listPlans : signUp),
  })

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const fill = async () => {
  type('Nome da empresa', 'Padaria Sol')
  type('E-mail', 'dona@padaria.com')
  type('Telefone com DDD', '11987654321')
  type('Senha', 'cinco patos')
  await userEvent.click(await screen.findByRole('radio', { name: /Equipe/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }))
}

describe('the sign-up page', () => {
  it('sends what the contract asks for, and goes on to the login', async () => {
    const { calls, where } = await open()
    await fill()
    await waitFor(() => expect(where()).toBe('/login'))
    const sent = calls.find(({ path }) => path === '/companies')
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      name: 'Padaria Sol',
      email: 'dona@padaria.com',
      phone: '11987654321',
      password: 'cinco patos',
      planId: 2,
    })
    // The same words for an e-mail that has an account: nothing was created for it.
    expect(
      await screen.findByText(/^Se o e-mail ainda não tinha conta, o teste de três dias começou/),
    ).toBeTruthy()
  })

  it('says what a plan costs a month, and what it does not include', async () => {
    await open()
    const name = async (plan: RegExp) => (await screen.findByRole('radio', { name: plan })).parentElement
    expect((await name(/Essencial/))?.textContent).toMatch(
      /R\$\s99,90\/mês.*Não inclui: Campanhas, Open\.Ai$/,
    )
    expect((await name(/Equipe/))?.textContent).toMatch(/Filas: 10$/)
  })

  it('goes on to the code where the e-mail has to be confirmed', async () => {
    const { where } = await open({ body: { name: 'Padaria Sol', emailConfirmed: false } })
    await fill()
    await waitFor(() => expect(where()).toBe('/confirm'))
  })

  it('founds a company whatever `companyId` its address has, and joins none', async () => {
    const { calls } = await open(undefined, undefined, '/signup?companyId=1')
    await fill()
    await waitFor(() => expect(calls.some(({ path }) => path === '/companies')).toBe(true))
    expect(calls.find(({ path }) => path === '/companies')?.body).not.toContain('companyId')
  })

  it('sends nothing incomplete and says what is missing', async () => {
    const { calls } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Cadastrar' }))
    await waitFor(() => expect(screen.getAllByText('Obrigatório').length).toBeGreaterThan(2))
    expect(calls.some(({ path }) => path === '/companies')).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nome da empresa')))
  })

  it('keeps the form when the password is easy to guess, and says so', async () => {
    await open({ status: 400, body: { error: 'ERR_WEAK_PASSWORD' } })
    await fill()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Esta senha é fácil de adivinhar/)
    expect(screen.getByDisplayValue('Padaria Sol')).toBeTruthy()
    expect(screen.getByLabelText('Senha').getAttribute('aria-invalid')).toBe('true')
  })

  it('stays usable when the plans do not come, and asks again', async () => {
    const { calls } = await open(undefined, { status: 503, body: { error: 'ERR_UNAVAILABLE' } })
    await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
    expect(calls.filter(({ path }) => path === '/plans/list')).toHaveLength(2)
    expect(screen.getByLabelText('E-mail')).toBeTruthy()
  })
})

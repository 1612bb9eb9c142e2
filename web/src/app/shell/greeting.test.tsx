import { screen } from '@testing-library/react'

import { buildUser } from '../../testing/builders'
import { renderApp } from '../../testing/render-app'
import { Greeting } from './greeting'

const { company } = buildUser()
const show = (given: Partial<typeof company>, profile: 'admin' | 'user' = 'admin') =>
  renderApp(<Greeting />, { user: { profile, company: { ...company, ...given } } })
const trial = { dueDate: '2999-11-28T15:00:00.000Z', trialExpiration: '2999-11-28T15:00:00.000Z' }

describe('the greeting of an administrator', () => {
  it('calls a trial a trial', async () => {
    await show(trial)
    expect(await screen.findByText('(Em teste até 28/11/2999)')).toBeTruthy()
  })

  it.each([
    ['without a trial', { ...trial, trialExpiration: null }],
    ['whose trial is over', { ...trial, trialExpiration: '2020-01-01T12:00:00.000Z' }],
  ])('%s says until when the company is active', async (_case, given) => {
    await show(given)
    expect(await screen.findByText('(Ativo até 28/11/2999)')).toBeTruthy()
  })
})

it('an agent is told no date', async () => {
  await show(trial, 'user')
  expect((await screen.findByText(/Bem vindo/)).textContent).not.toContain('2999')
})

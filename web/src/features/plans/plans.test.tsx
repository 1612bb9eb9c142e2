import { planBody, type ManagedPlanView } from '@balcao/contracts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { renderApp } from '../../testing/render-app'
import { emptyPlan, parseDecimal, toPlanBody, toPlanValues } from './plan.form'
import { PlansTab } from './plans-tab'

const plan: ManagedPlanView = {
  id: 1,
  name: 'Plano 1',
  users: 10,
  connections: 5,
  queues: 3,
  value: 1_234.5,
  apiMessagesPerMinute: 60,
  apiMessagesPerDay: 5_000,
  mediaMegabytes: 10_240,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: false,
  useOpenAi: true,
  useIntegrations: true,
  offered: true,
}

it.each([
  ['1.234,56', 1_234.56],
  ['1234.56', 1_234.56],
  [' 30 ', 30],
  ['0,5', 0.5],
  ['', 0],
])('the price %j is R$ %d', (typed, value) => expect(parseDecimal(typed)).toBe(value))

it.each([0, 1, 100, 512, 1_024, 1_025, 10_240, 999_999_999])(
  '%d MB of media are the same after a form',
  (mediaMegabytes) =>
    expect(toPlanBody(toPlanValues({ ...plan, mediaMegabytes })).mediaMegabytes).toBe(mediaMegabytes),
)

it('the form makes bodies that the contract takes', async () => {
  const check = (body: unknown) => planBody.noUnknown().validate(body, { strict: true })
  const { id: _id, ...rest } = plan
  await expect(check(toPlanBody(toPlanValues(plan)))).resolves.toEqual(rest)
  await expect(check(toPlanBody({ ...emptyPlan, name: 'Novo' }))).resolves.toMatchObject({ users: 0 })
  await expect(check(toPlanBody({ ...emptyPlan, name: 'Novo', users: 'dez' }))).rejects.toThrow(
    'Invalid number',
  )
})

const open = (refusal?: { status: number; body: { error: string } }) =>
  renderApp(<PlansTab />, {
    user: { profile: 'admin', super: true },
    answer: ({ method, path }) => {
      if (method !== 'GET' && refusal) return refusal
      if (path === '/subscription/unsettled') return { body: [] }
      return { body: path === '/plans/all' ? [plan] : plan }
    },
  })

describe('the plans tab', () => {
  it('makes a plan', async () => {
    const { calls } = await open()
    await userEvent.type(await screen.findByLabelText(/^Nome/), 'Plano Ouro')
    await userEvent.type(screen.getByLabelText('Valor'), '49,90')
    for (const [label, typed] of [
      ['API por minuto', '60'],
      ['Mídia (GB)', '0,5'],
    ] as const) {
      const field = screen.getByLabelText(label)
      await userEvent.clear(field)
      await userEvent.type(field, typed)
    }
    await userEvent.click(screen.getByRole('switch', { name: 'Kanban' }))
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy()
    const sent = calls.find(({ method }) => method === 'POST')
    expect(JSON.parse(String(sent?.body))).toMatchObject({
      name: 'Plano Ouro',
      value: 49.9,
      apiMessagesPerMinute: 60,
      // As a new plan has it.
      apiMessagesPerDay: 20_000,
      mediaMegabytes: 512,
      useKanban: false,
      useCampaigns: true,
    })
  })

  it('edits and deletes the plan that is chosen below', async () => {
    const { calls } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Plano 1' }))
    expect(screen.getByRole('cell', { name: '60 / 5.000' })).toBeTruthy()
    expect(screen.getByRole('cell', { name: '10 GB' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Mídia (GB)').value).toBe('10')
    const users = screen.getByLabelText<HTMLInputElement>('Usuários')
    expect(users.value).toBe('10')
    await userEvent.clear(users)
    await userEvent.type(users, '12')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
    expect(await screen.findByRole('heading', { name: 'Novo plano' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Editar: Plano 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Excluir' }))
    expect(await screen.findByText('Deseja realmente excluir o registro?')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Excluir' }).at(-1)!)
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
  })

  it('says what may be wrong when the server refuses', async () => {
    await open({ status: 409, body: { error: 'ERR_PLAN_NAME_ALREADY_EXISTS' } })
    await userEvent.type(await screen.findByLabelText(/^Nome/), 'Plano 1')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText(/já existe um plano com o mesmo nome/)).toBeTruthy()
  })
})

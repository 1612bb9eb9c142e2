import type { QueueView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { palette } from '../../ui/palette'
import { renderApp } from '../../testing/render-app'
import { firstFreeColor, nextOrder, toQueueBody } from './queue.form'
import { QueuesPage } from './queues-page'

const buildQueue = (given: Partial<QueueView> = {}): QueueView => ({
  id: 3,
  name: 'Vendas',
  color: '#1565C0',
  greetingMessage: '',
  outOfHoursMessage: '',
  orderQueue: 2,
  schedules: [],
  promptId: null,
  integrationId: null,
  timeZone: null,
  mediaPath: null,
  mediaName: null,
  companyId: 7,
  ...given,
})

describe('a new queue', () => {
  it('begins with a colour that no other has, and comes last', () => {
    const [first = '', second] = palette
    expect(firstFreeColor([])).toBe(first)
    expect(firstFreeColor([{ color: first.toLowerCase() }])).toBe(second)
    expect(firstFreeColor(palette.map((color) => ({ color })))).toBe('')
    expect([nextOrder([]), nextOrder([buildQueue()])]).toEqual([1, 3])
  })

  it('without an order has the first', () =>
    expect(toQueueBody({ name: 'A', color: ' #AABBCC ', orderQueue: '' })).toEqual({
      name: 'A',
      color: '#AABBCC',
      orderQueue: 0,
    }))
})

jest.setTimeout(60_000)

const open = (queues: QueueView[], refusal?: string) =>
  renderApp(<QueuesPage />, {
    user: { profile: 'admin' },
    answer: ({ method }) =>
      method === 'GET'
        ? { body: queues }
        : refusal
          ? { status: 409, body: { error: refusal } }
          : { body: queues[0] ?? buildQueue() },
  })

describe('the queues page', () => {
  it('explains what a queue is while there is none', async () => {
    await open([])
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar fila' }))
    expect(await screen.findByRole('dialog', { name: 'Adicionar fila' })).toBeTruthy()
  })

  it('changes only what its dialog shows', async () => {
    const { calls } = await open([buildQueue({ greetingMessage: 'Olá' })])
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Vendas' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), ' SP')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = calls.find(({ method }) => method === 'PUT')
    expect([sent?.path, JSON.parse(String(sent?.body))]).toEqual([
      '/queue/3',
      { name: 'Vendas SP', color: '#1565C0', orderQueue: 2 },
    ])
  })

  it('keeps what was typed when the colour is taken', async () => {
    await open([buildQueue()], 'ERR_QUEUE_COLOR_ALREADY_EXISTS')
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Vendas' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), '!')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Esta cor já está em uso, escolha outra.')).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Nome/).value).toBe('Vendas!')
  })

  it('asks before it deletes, and says what becomes of the tickets', async () => {
    const { calls } = await open([buildQueue()])
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir: Vendas' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('continuam, mas sem fila')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
    await waitFor(() =>
      expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/queue/3')).toBe(true),
    )
  })
})

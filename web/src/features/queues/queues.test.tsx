import {
  defaultBusinessHours,
  type ConnectionView,
  type QueueOptionView,
  type QueueView,
} from '@balcao/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { fillWeek } from '../../ui/hours'
import { palette } from '../../ui/palette'
import { buildConnection, noTickets } from '../../testing/builders'
import { renderApp } from '../../testing/render-app'
import { firstFreeColor, nextOrder, planOrder, toQueueBody } from './queue.form'
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

/* jsdom scrolls nothing. */
const scrolled = jest.fn<void, [HTMLElement]>()
beforeAll(() => {
  Object.assign(Element.prototype, {
    scrollIntoView(this: HTMLElement) {
      scrolled(this)
    },
  })
})

describe('a new queue', () => {
  it('begins with a colour that no other has, and comes last', () => {
    const [first = '', , , second] = palette
    expect(firstFreeColor([])).toBe(first)
    expect(firstFreeColor([{ color: first.toLowerCase() }])).toBe(second)
    expect(firstFreeColor(palette.map((color) => ({ color })))).toBe('')
    expect([nextOrder([]), nextOrder([buildQueue()])]).toEqual([1, 3])
  })

  it('without an order has the first', () =>
    expect(
      toQueueBody({
        name: 'A',
        color: ' #AABBCC ',
        orderQueue: '',
        greetingMessage: 'Oi',
        outOfHoursMessage: '',
        timeZone: ' ',
        schedules: [],
        integrationId: '',
        promptId: '',
        draft: null,
      }),
    ).toEqual({
      name: 'A',
      color: '#AABBCC',
      orderQueue: 0,
      greetingMessage: 'Oi',
      outOfHoursMessage: '',
      integrationId: null,
      promptId: null,
      timeZone: null,
      schedules: [],
    }))

  it('that moves gives every queue behind it another order', () => {
    const queues = [1, 2, 3].map((id) => buildQueue({ id, orderQueue: id }))
    expect(planOrder(queues, 3, 0)).toEqual([
      { id: 3, orderQueue: 1 },
      { id: 1, orderQueue: 2 },
      { id: 2, orderQueue: 3 },
    ])
    expect(planOrder(queues, 2, 1)).toEqual([])
  })
})

const price: QueueOptionView = {
  id: 31,
  queueId: 3,
  parentId: null,
  title: 'Preços',
  message: 'Veja a tabela',
  option: '1',
  mediaPath: null,
  mediaName: null,
}

/* By path. */
const answers: Record<string, unknown> = {
  '/tickets': noTickets,
  '/queue-options': [price, { ...price, id: 32, title: 'Trocas', message: '', option: '2' }],
  '/companies/listPlan/7': { plan: { useIntegrations: false, useOpenAi: false } },
  '/companies/7/schedules': { schedules: defaultBusinessHours, timeZone: 'America/Sao_Paulo' },
  '/settings': [
    { key: 'scheduleType', value: 'queue' },
    { key: 'sendGreetingMessageOneQueues', value: 'enabled' },
  ],
}

const open = (
  queues: QueueView[],
  refusal?: string,
  connections: ConnectionView[] = [],
  settings = answers['/settings'],
) =>
  renderApp(<QueuesPage />, {
    user: { profile: 'admin' },
    answer: ({ method, path }) =>
      method === 'GET'
        ? {
            body:
              path === '/queue'
                ? queues
                : path === '/settings'
                  ? settings
                  : path.startsWith('/whatsapp')
                    ? connections
                    : (answers[path.split('?')[0] ?? ''] ?? []),
          }
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

  it('saves what its dialog shows, and nothing else', async () => {
    const { calls } = await open([buildQueue({ greetingMessage: 'Olá' })])
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Vendas' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), ' SP')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = calls.find(({ method }) => method === 'PUT')
    expect([sent?.path, JSON.parse(String(sent?.body))]).toEqual([
      '/queue/3',
      {
        name: 'Vendas SP',
        color: '#1565C0',
        orderQueue: 2,
        greetingMessage: 'Olá',
        outOfHoursMessage: '',
        timeZone: null,
        schedules: fillWeek([], 'pt-BR'),
        promptId: null,
        integrationId: null,
      },
    ])
  })

  it('keeps what was typed when the colour is taken', async () => {
    await open([buildQueue()], 'ERR_QUEUE_COLOR_ALREADY_EXISTS')
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Vendas' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), '!')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    // At its field, and in a toast.
    await waitFor(() =>
      expect(screen.getAllByText('Esta cor já está em uso, escolha outra.')).toHaveLength(2),
    )
    expect(within(dialog).getByText('Esta cor já está em uso, escolha outra.')).toBeTruthy()
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

describe('the first queue of a company', () => {
  const add = async (connections: ConnectionView[]) => {
    const { calls } = await open([], undefined, connections)
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar fila' }))
    await userEvent.type(await screen.findByLabelText(/^Nome/), 'Vendas')
    return {
      save: async () => {
        await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      },
      links: () => calls.filter(({ method, path }) => method === 'PUT' && path.startsWith('/whatsapp/')),
    }
  }

  it('is linked to the only connection, and says so before and after', async () => {
    const { save, links } = await add([buildConnection({ id: 4, name: 'Loja', queueIds: [] })])
    expect(screen.getByText(/primeira fila: a conexão Loja/)).toBeTruthy()
    await save()
    expect(links().map(({ path, body }) => [path, JSON.parse(String(body)) as unknown])).toEqual([
      ['/whatsapp/4', { queueIds: [3] }],
    ])
    expect(await screen.findByText('Fila salva. A conexão Loja já atende nela.')).toBeTruthy()
  })

  it('goes on with its menu, which has the focus', async () => {
    await add([])
    await userEvent.click(screen.getByRole('button', { name: 'Salvar e montar o menu' }))
    const option = await screen.findByRole('button', { name: 'Adicionar opção' })
    await waitFor(() => expect(document.activeElement).toBe(option))
    expect(scrolled.mock.calls.map(([{ className }]) => className)).toContain('options')
  })

  it.each([
    ['two connections', [buildConnection({ id: 4 }), buildConnection({ id: 5 })]],
    ['no connection', []],
  ])('is linked to none of %s', async (_case, connections) => {
    const { save, links } = await add(connections)
    expect(screen.queryByText(/primeira fila/)).toBeNull()
    await save()
    expect(links()).toEqual([])
  })
})

describe('a queue that no connection has', () => {
  it.each([
    ['the queues of the only one', [buildConnection({ id: 6, queueIds: [8] })], '?queuesOf=6'],
    ['the connections', [buildConnection({ queueIds: [8] }), buildConnection({ id: 2 })], ''],
  ])('has a badge that leads to %s', async (_case, connections, search) => {
    const queues = [buildQueue(), buildQueue({ id: 8, name: 'Suporte' })]
    await open(queues, undefined, connections)
    const [badge, ...others] = await screen.findAllByRole<HTMLAnchorElement>('link', {
      name: /^Nenhuma conexão/,
    })
    expect([badge?.textContent, badge?.pathname, others]).toEqual(['Sem conexão', '/connections', []])
    expect(badge?.search).toBe(search)
    expect(badge?.getAttribute('aria-label')).toContain('Vendas')
  })
})

/* Which the default week has closed. */
const previewOnSunday = async () => {
  const field = await screen.findByRole('group', { name: 'Data e hora' })
  fireEvent.change(field.querySelector('input')!, { target: { value: '22/11/2026 12:00' } })
}

describe('the out-of-hours text of a queue', () => {
  it.each([
    ['queue', /^Vazia, só os dias fechados/],
    ['company', /^Não é enviada agora/],
    ['disabled', /^Não é enviada agora/],
  ])('says whether it is sent, with hours %s', async (scheduleType, words) => {
    await open([buildQueue()], undefined, [], [{ key: 'scheduleType', value: scheduleType }])
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Vendas' }))
    await screen.findByRole('textbox', { name: 'Mensagem fora do expediente' })
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('the hours of a queue', () => {
  const edit = async (given: Partial<QueueView>) => {
    const { calls } = await open([buildQueue({ schedules: [...defaultBusinessHours], ...given })])
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Vendas' }))
    await userEvent.click(await screen.findByRole('tab', { name: 'Horários de Atendimento' }))
    return calls
  }

  it('on a closed day are applied without a text of their own, in the preview too', async () => {
    await edit({ outOfHoursMessage: '' })
    await previewOnSunday()
    await userEvent.type(screen.getByLabelText('Mensagem do cliente'), 'oi{Enter}')
    await waitFor(() => expect(screen.getByRole('log').textContent).toContain('Hoje não estamos atendendo'))
    expect(screen.getByRole('log').textContent).not.toContain('Preços')
  })

  it('that are no time are refused in words at their field, which a submit opens', async () => {
    const calls = await edit({})
    const field = screen.getByLabelText<HTMLInputElement>('segunda-feira: início')
    fireEvent.change(field, { target: { value: '25:99' } })
    expect(screen.getByText('Horário inválido: use de 00:00 a 23:59.')).toBeTruthy()
    await userEvent.click(screen.getByRole('tab', { name: 'Dados da Fila' }))
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    const shown = await screen.findByLabelText<HTMLInputElement>('segunda-feira: início')
    expect([shown.value, shown.getAttribute('aria-invalid')]).toEqual(['25:99', 'true'])
    const described = document.getElementById(shown.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('Horário inválido: use de 00:00 a 23:59.')
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
  })
})

describe('the menu of a queue', () => {
  const edit = async (given: Partial<QueueView> = {}) => {
    const { calls } = await open([buildQueue(given)])
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Vendas' }))
    await screen.findByRole('button', { name: /^Preços/ })
    return { calls, sent: (method: string) => calls.filter((call) => call.method === method).at(-1) }
  }
  const title = (name: RegExp) => screen.findByRole('button', { name })

  it('is moved with keys, and an option of it written in its place', async () => {
    const { sent } = await edit()
    const second = await title(/^Trocas/)
    act(() => second.focus())
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(sent('PUT')?.path).toBe('/queue-options/32'))
    expect(JSON.parse(String(sent('PUT')?.body))).toEqual({ option: '1' })
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar opção em: Preços' }))
    await userEvent.type(await screen.findByLabelText(/^Título/), 'Atacado{Enter}')
    await waitFor(() => expect(sent('POST')?.path).toBe('/queue-options'))
    expect(JSON.parse(String(sent('POST')?.body))).toEqual({
      queueId: 3,
      parentId: 31,
      title: 'Atacado',
      message: '',
    })
    // The editor is closed, and the keys go on at its parent.
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Preços'))
  })

  it('is closed without a question while an option was opened and not changed', async () => {
    await edit()
    const cancel = () => userEvent.click(screen.getAllByRole('button', { name: 'Cancelar' }).at(-1)!)
    await userEvent.click(await title(/^Preços/))
    await userEvent.type(await screen.findByLabelText(/^Título/), '!')
    await cancel()
    expect(await screen.findByRole('alertdialog')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Continuar editando' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.type(await screen.findByLabelText(/^Título/), '{Backspace}')
    await cancel()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('answers in the preview by what is on the screen, not by what is stored', async () => {
    const { calls } = await edit({ greetingMessage: 'Olá' })
    const greeting = screen.getByLabelText(/^Mensagem de saudação/)
    await userEvent.clear(greeting)
    await userEvent.type(greeting, 'Boas-vindas')
    await userEvent.click(await title(/^Trocas/))
    await userEvent.type(await screen.findByLabelText('Mensagem'), 'Sem custo')
    const log = screen.getByRole('log')
    const write = async (text: string) =>
      userEvent.type(screen.getByLabelText('Mensagem do cliente'), `${text}{Enter}`)
    await write('oi')
    await waitFor(() => expect(log.textContent).toContain('Boas-vindas'))
    expect(log.textContent).toContain('[ 2 ] - Trocas')
    await write('2')
    await waitFor(() => expect(log.textContent).toContain('Sem custo'))
    expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('is closed at a chosen time outside of the hours', async () => {
    await edit({ outOfHoursMessage: 'Fechado agora', schedules: [...defaultBusinessHours] })
    await userEvent.click(screen.getByRole('tab', { name: 'Horários de Atendimento' }))
    const [week] = screen.getAllByRole('group')
    expect(within(week!).getAllByRole('group')).toHaveLength(7)
    await previewOnSunday()
    await userEvent.type(screen.getByLabelText('Mensagem do cliente'), 'oi{Enter}')
    await waitFor(() => expect(screen.getByRole('log').textContent).toContain('Fechado agora'))
    expect(screen.getByRole('log').textContent).not.toContain('Preços')
  })
})

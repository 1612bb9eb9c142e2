import { webhookBody, type DeliveryDetailView, type WebhookView } from '@balcao/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { applyEvent } from '../../data/live/handlers'
import { renderApp } from '../../testing/render-app'
import { toWebhookBody, toWebhookValues } from './webhook.form'
import { WebhooksPage } from './webhooks-page'

const URL_OF_ERP = 'https://erp.example.com/balcao'

const erp: WebhookView = {
  id: 5,
  url: URL_OF_ERP,
  state: 'enabled',
  events: ['message.received'],
  queueIds: [3],
  connectionIds: [],
  createdAt: '2026-11-26T12:00:00.000Z',
  previousSecretUntil: null,
  failingSince: null,
  waiting: 2,
  parked: 1,
  lagSeconds: 90,
}

const parked: DeliveryDetailView = {
  id: 41,
  eventId: '0199d0c4-4a5e-7c53-9d35-0f4a61a0c002',
  sequence: 4711,
  event: 'contact.deleted',
  ticketId: null,
  state: 'parked',
  tries: 20,
  status: 500,
  durationMs: 31,
  occurredAt: '2026-11-26T12:00:00.000Z',
  triedAt: '2026-11-26T12:01:00.000Z',
  nextTryAt: null,
  request: null,
  error: 'HTTP 500',
  answer: 'falta espaço',
}

const admin = { profile: 'admin' } as const
const planned = { body: { plan: { useExternalApi: true } } }

const { request: _request, error: _error, answer: _answer, ...listed } = parked

it('a form makes bodies that the contract takes', async () => {
  const body = toWebhookBody({ ...toWebhookValues(erp), url: ` ${URL_OF_ERP} ` })
  await expect(webhookBody.noUnknown().validate(body, { strict: true })).resolves.toBeTruthy()
  expect(body).toEqual({ url: URL_OF_ERP, events: ['message.received'], queueIds: [3], connectionIds: [] })
})

describe('the page of webhooks', () => {
  const open = (webhook = erp) =>
    renderApp(<WebhooksPage />, {
      user: admin,
      answer: ({ method, path }) => {
        if (path.startsWith('/companies')) return planned
        if (path.startsWith('/queue')) return { body: [{ id: 3, name: 'Vendas', color: '#1565C0' }] }
        if (path.startsWith('/whatsapp')) return { body: [] }
        if (path.endsWith('/test')) return { body: { status: 200, durationMs: 12, error: '', answer: 'ok' } }
        if (path.endsWith('/replay')) return { body: { replayed: 1 } }
        if (path.endsWith('/pause')) return { body: { ...erp, state: 'paused' } }
        if (path.endsWith('/secret')) return { body: { ...erp, signingSecret: 'o-novo' } }
        if (/deliveries\/41$/.test(path)) return { body: parked }
        if (path.includes('/deliveries')) return { body: { deliveries: [listed], hasMore: false } }
        if (method === 'POST') return { body: { ...erp, id: 6, signingSecret: 'o-segredo' } }
        if (method === 'GET') return { body: { webhooks: [webhook] } }
        return { body: { message: 'ok' } }
      },
    })

  const openDialog = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: `Entregas: ${URL_OF_ERP}` }))
    return within(await screen.findByRole('dialog', { name: URL_OF_ERP }))
  }

  it('adds one for chosen events, and shows its secret once', async () => {
    const user = userEvent.setup()
    const { calls } = await open()
    await screen.findByText('2 aguardando · 1 sem entrega')
    await user.click(screen.getByRole('button', { name: 'Adicionar webhook' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar webhook' }))
    await user.type(dialog.getByLabelText(/^Endereço/), 'https://loja.example.com/')
    await user.click(dialog.getByRole('combobox', { name: /^Eventos/ }))
    await user.click(await screen.findByRole('option', { name: /ticket\.closed/ }))
    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Adicionar' }))
    const shown = within(await screen.findByRole('dialog', { name: 'Segredo da assinatura' }))
    expect(shown.getByLabelText<HTMLInputElement>('Segredo').value).toBe('o-segredo')
    expect(JSON.parse(calls.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      url: 'https://loja.example.com/',
      events: ['ticket.closed'],
      queueIds: [],
      connectionIds: [],
    })
  })

  it('shows a filter’s queue that was deleted, which can be taken out', async () => {
    const user = userEvent.setup()
    const { calls } = await open({ ...erp, queueIds: [3, 8] })
    await user.click(await screen.findByRole('button', { name: `Editar: ${URL_OF_ERP}` }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar webhook' }))
    const queues = dialog.getByRole('combobox', { name: /^Filas/ })
    await waitFor(() => expect(queues.textContent).toBe('Vendas Excluído (nº 8)'))
    await user.click(queues)
    await user.click(await screen.findByRole('option', { name: 'Excluído (nº 8)' }))
    await user.keyboard('{Escape}')
    await user.click(await dialog.findByRole('button', { name: 'Salvar' }))
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PUT')?.body).toContain('"queueIds":[3]'),
    )
  })

  it('shows what was sent and answered, and sends it again', async () => {
    const user = userEvent.setup()
    const { calls } = await open()
    const dialog = await openDialog(user)
    await user.click(await dialog.findByRole('button', { name: 'Detalhes: Contato excluído 4711' }))
    expect((await dialog.findByLabelText('Resposta')).textContent).toBe('HTTP 500\nfalta espaço')
    expect(dialog.getByLabelText('Enviado').textContent).toContain('apagado')
    await user.click(dialog.getByRole('button', { name: 'Reenviar: Contato excluído 4711' }))
    await user.click(dialog.getByRole('button', { name: 'Reenviar 1 sem entrega' }))
    const replayed = () => calls.filter(({ path }) => path === '/webhooks/5/replay').map(({ body }) => body)
    await waitFor(() => expect(replayed()).toEqual(['{"deliveryId":41}', '{}']))
  })

  it('tests, pauses and gets a new secret', async () => {
    const user = userEvent.setup()
    const { calls } = await open()
    const dialog = await openDialog(user)
    await user.click(dialog.getByRole('button', { name: 'Testar' }))
    expect(await screen.findByText('Respondeu HTTP 200 em 12 ms.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Pausar' }))
    await waitFor(() => expect(calls.some(({ path }) => path === '/webhooks/5/pause')).toBe(true))
    await user.click(dialog.getByRole('button', { name: 'Trocar segredo' }))
    const shown = within(await screen.findByRole('dialog', { name: 'Segredo da assinatura' }))
    expect(shown.getByLabelText<HTMLInputElement>('Segredo').value).toBe('o-novo')
  })

  it('says of one that is paused by itself why, as soon as it is', async () => {
    let webhook = erp
    const { store } = await renderApp(<WebhooksPage />, {
      user: admin,
      answer: ({ path }) => (path.startsWith('/companies') ? planned : { body: { webhooks: [webhook] } }),
    })
    await screen.findByText('Ativo')
    webhook = { ...erp, state: 'failing', failingSince: '2026-11-25T12:00:00.000Z' }
    const told = { action: 'paused', webhook: { id: erp.id, url: erp.url } } as const
    act(() => applyEvent('webhook', told, { dispatch: store.dispatch, getState: store.getState }))
    expect(await screen.findByText('Pausado por falhas')).toBeTruthy()
  })

  it('says that nothing is called while the plan has no API', async () => {
    await renderApp(<WebhooksPage />, {
      user: admin,
      answer: ({ path }) =>
        path.startsWith('/webhooks')
          ? { body: { webhooks: [{ ...erp, state: 'no-plan' }] } }
          : { body: { plan: { useExternalApi: false } } },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('não inclui a API')
    expect(await screen.findByText('Plano sem API')).toBeTruthy()
  })
})

import { capabilities, type Capabilities } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'

import { buildConnection } from '../../../testing/builders'
import { buildMe, buildMessage, buildTicket } from '../../../testing/desk-builders'
import { createFakeDesk } from '../../../testing/fake-desk'
import { installFakeLayout } from '../../../testing/fake-layout'
import { renderApp } from '../../../testing/render-app'
import { OutboxProvider } from '../outbox'
import { TicketChat } from '../ticket-chat'

const ticket = buildTicket({ id: 1 })

installFakeLayout()

const open = async (can: Capabilities, hoursAgo = 1) => {
  const desk = createFakeDesk({
    me: buildMe(),
    tickets: [ticket],
    messages: [
      buildMessage({ seq: 1, createdAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString() }),
    ],
    notes: [],
    schedules: [],
  })
  const sent: unknown[] = []
  await renderApp(
    <OutboxProvider>
      <Routes>
        <Route path="/tickets/:uuid" element={<TicketChat uuid={ticket.uuid} />} />
      </Routes>
    </OutboxProvider>,
    {
      user: desk.data.me,
      path: `/tickets/${ticket.uuid}`,
      answer: ({ method, path, body }) => {
        const url = new URL(path, 'http://desk')
        const given = body.startsWith('{') ? (JSON.parse(body) as unknown) : null
        if (url.pathname === '/whatsapp')
          return { body: [buildConnection({ id: ticket.whatsappId ?? 0, capabilities: can })] }
        if (method === 'POST' && url.pathname === '/messages/1') sent.push(given)
        return desk.handle({ method, path: url.pathname, query: url.searchParams, body: given })
      },
    },
  )
  return { user: userEvent.setup(), sent }
}

const CHOICES = { name: 'Botões' }
const openDialog = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', CHOICES))
  return within(await screen.findByRole('dialog', CHOICES))
}

describe('buttons under a text', () => {
  it('are sent with what the composer has, shown as the customer will see them', async () => {
    const { user, sent } = await open(capabilities.cloud)
    await screen.findByRole('button', CHOICES)
    const composer = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /mensagem/i })
    await user.type(composer, 'Posso enviar?')
    const dialog = await openDialog(user)
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' }).value).toBe('Posso enviar?')
    await user.click(dialog.getByRole('button', { name: 'Enviar' }))
    expect(await dialog.findByText('Obrigatório')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'Botão 1' }), 'Sim, pode enviar agora mesmo')
    await user.click(dialog.getByRole('button', { name: 'Adicionar botão' }))
    await user.type(dialog.getByRole('textbox', { name: 'Botão 2' }), 'Não')
    await user.click(dialog.getByRole('button', { name: 'Adicionar botão' }))
    expect(dialog.queryByRole('button', { name: 'Adicionar botão' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Remover a opção 3' }))
    const preview = within(dialog.getByRole('region', { name: 'Como o cliente vai ver' }))
    expect(preview.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Sim, pode enviar ago',
      'Não',
    ])
    await user.click(dialog.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      body: expect.stringContaining('Posso enviar?'),
      choices: {
        kind: 'buttons',
        button: '',
        options: [
          { id: '', title: 'Sim, pode enviar ago', description: '' },
          { id: '', title: 'Não', description: '' },
        ],
        url: '',
      },
    })
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /mensagem/i }).value).toBe('')
  })

  it('may be a link', async () => {
    const { user, sent } = await open(capabilities.cloud)
    const dialog = await openDialog(user)
    await user.type(dialog.getByRole('textbox', { name: 'Mensagem' }), 'Acompanhe')
    await user.click(dialog.getByRole('combobox', { name: 'O que o cliente toca' }))
    await user.click(await screen.findByRole('option', { name: 'Botão com link' }))
    await user.type(dialog.getByRole('textbox', { name: 'Texto do botão' }), 'Ver pedido')
    await user.type(dialog.getByRole('textbox', { name: 'Endereço (https)' }), 'http://example.com')
    await user.click(dialog.getByRole('button', { name: 'Enviar' }))
    expect(await dialog.findByText('Precisa ser um endereço https')).toBeTruthy()
    const url = dialog.getByRole('textbox', { name: 'Endereço (https)' })
    await user.clear(url)
    await user.type(url, 'https://example.com')
    await user.click(dialog.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      choices: { kind: 'link', button: 'Ver pedido', options: [], url: 'https://example.com' },
    })
  })

  it('are not offered where the connection has none', async () => {
    await open(capabilities.beta)
    await screen.findByRole('button', { name: 'Enviar contatos' })
    expect(screen.queryByRole('button', CHOICES)).toBeNull()
  })

  it('are not offered once the window is closed', async () => {
    await open(capabilities.cloud, 25)
    await screen.findByRole('button', { name: 'Enviar modelo' })
    expect(screen.queryByRole('button', CHOICES)).toBeNull()
  })
})

import type { FeedItem, TicketEvent, TicketView } from '@balcao/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'

import { applyEvent } from '../../data/live/handlers'
import { createDeskStore } from '../../data/store'
import { forgetTickets } from '../../data/tickets.live'
import { buildMe, buildMessage, buildTicket } from '../../testing/desk-builders'
import { createFakeDesk } from '../../testing/fake-desk'
import { installFakeLayout } from '../../testing/fake-layout'
import { renderApp } from '../../testing/render-app'
import { selectDraft } from '../conversation'
import { OutboxProvider } from '../conversation/outbox'
import { selectManager } from './tickets-page.slice'
import { TicketsPage } from './tickets-page'

/* The ticket screen on a small desk: what an agent does, and what they see. */

const helena = buildTicket({ id: 1, unreadMessages: 1, updatedAt: '2026-11-20T12:00:00.000Z' })
const bruno = buildTicket({ id: 2, status: 'pending', updatedAt: '2026-11-20T11:00:00.000Z' })
bruno.contact = { ...bruno.contact, name: 'Bruno Teixeira' }

installFakeLayout()
beforeEach(forgetTickets)

const open = async (path = '/tickets', tickets = [helena, bruno]) => {
  const events: FeedItem[] = []
  const desk = createFakeDesk(
    {
      me: buildMe(),
      tickets,
      messages: [
        buildMessage({ seq: 1, body: 'Oi, bom dia' }),
        buildMessage({ seq: 2, body: 'Tudo bem?', fromMe: true, ack: 2 }),
      ],
      notes: [],
      schedules: [],
    },
    (event) => events.push(event),
  )
  const down = { is: false }
  const view = await renderApp(
    <OutboxProvider>
      <Routes>
        <Route path="/tickets" element={<TicketsPage />} />
        <Route path="/tickets/:uuid" element={<TicketsPage />} />
      </Routes>
    </OutboxProvider>,
    {
      user: desk.data.me,
      path,
      answer: ({ method, path: asked, body }) => {
        if (down.is) return 'unreachable'
        const url = new URL(asked, 'http://desk')
        return desk.handle({
          method,
          path: url.pathname.replace(/\/$/, ''),
          query: url.searchParams,
          body: body.startsWith('{') ? (JSON.parse(body) as unknown) : null,
        })
      },
    },
  )
  const hear = () =>
    act(() => {
      for (const event of events.splice(0))
        applyEvent(event.channel, event.payload, {
          dispatch: view.store.dispatch,
          getState: view.store.getState,
        })
    })
  return { desk, hear, down, user: userEvent.setup(), ...view }
}

const findRow = (name: RegExp) => screen.findByRole('link', { name })
const bubbles = () => screen.queryAllByRole('article').map(({ textContent }) => textContent)

describe('the ticket manager', () => {
  it('lists open tickets as links, with everything said', async () => {
    await open()
    const row = await findRow(/Helena Castro/)
    expect(row).toHaveProperty('pathname', `/tickets/${helena.uuid}`)
    expect(row.getAttribute('aria-label')).toMatch(
      /Helena Castro, 1 mensagem não lida, fila Suporte, .*última: Oi/,
    )
    expect(screen.getByRole('tab', { name: 'Atendendo 1' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Aguardando 1' })).toBeTruthy()
  })

  it('opens no waiting ticket, but lets it be accepted', async () => {
    const { user, where } = await open()
    await user.click(await screen.findByRole('tab', { name: /Aguardando/ }))
    const accept = await screen.findByRole('button', { name: 'Aceitar Bruno Teixeira' })
    expect(screen.queryByRole('link', { name: /Bruno/ })).toBeNull()
    await user.click(accept)
    await waitFor(() => expect(where()).toBe(`/tickets/${bruno.uuid}`))
    expect(await screen.findByRole('tab', { name: 'Atendendo 2', selected: true })).toBeTruthy()
  })

  it('names the colleague who was faster and lets the row go', async () => {
    const { user, desk } = await open()
    await user.click(await screen.findByRole('tab', { name: /Aguardando/ }))
    const accept = await screen.findByRole('button', { name: 'Aceitar Bruno Teixeira' })
    desk.change(2, { status: 'open', userId: 2, user: { id: 2, name: 'Rafael' } })
    await user.click(accept)
    expect(await screen.findByText('Rafael já assumiu este atendimento.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Aceitar Bruno Teixeira' })).toBeNull())
  })

  it('says that a list is empty', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('tab', { name: 'Resolvidos' }))
    expect(await screen.findByText('Nada aqui!')).toBeTruthy()
    expect(screen.getByText(/^Nenhum atendimento encontrado/)).toBeTruthy()
  })

  it('leads from an empty list of accepted tickets to who waits', async () => {
    const { user } = await open('/tickets', [bruno])
    expect(await screen.findByText(/^Aqui ficam as conversas aceitas/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Ver quem aguarda (1)' }))
    expect(await screen.findByRole('button', { name: 'Aceitar Bruno Teixeira' })).toBeTruthy()
  })

  it('promises new ones where nobody waits, and offers no way there', async () => {
    const { user } = await open('/tickets', [])
    await screen.findByText(/^Aqui ficam as conversas aceitas/)
    expect(screen.queryByRole('button', { name: /Ver quem aguarda/ })).toBeNull()
    await user.click(screen.getByRole('tab', { name: /Aguardando/ }))
    expect(await screen.findByText('Novas conversas aparecem sozinhas.')).toBeTruthy()
  })
})

describe('the list of waiting tickets', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const waiting = (id: number, name: string, minutes: number, own: Partial<TicketView> = {}): TicketView => {
    const ticket = buildTicket({
      id,
      status: 'pending',
      userId: null,
      user: null,
      pendingAt: minutesAgo(minutes),
      updatedAt: minutesAgo(minutes),
      lastMessage: 'Escolha um setor',
      lastMessageFromMe: true,
      lastReceived: `sou ${name}`,
      ...own,
    })
    return { ...ticket, contact: { ...ticket.contact, id, name } }
  }
  const three = [waiting(11, 'Ana', 37), waiting(12, 'Bia', 12, { chatbot: true }), waiting(13, 'Caio', 3)]
  const openWaiting = async (tickets = three) => {
    const view = await open('/tickets', tickets)
    await view.user.click(await screen.findByRole('tab', { name: /Aguardando/ }))
    await screen.findByRole('button', { name: `Aceitar ${tickets[0]?.contact.name}` })
    return view
  }
  const names = () =>
    screen
      .getAllByRole('button', { name: /^Aceitar ./ })
      .map((button) => button.getAttribute('aria-label')?.replace('Aceitar ', ''))
  const choose = async (user: UserEvent, name: string, role = 'menuitemradio') => {
    await user.click(await screen.findByRole('button', { name: /Ordem e filtro/ }))
    await user.click(await screen.findByRole(role, { name }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  }

  it('says since when each waits, and what the customer said last, not the bot', async () => {
    await openWaiting()
    expect(screen.getByText('há 37 min')).toBeTruthy()
    expect(screen.getByText('sou Ana')).toBeTruthy()
    expect(screen.queryByText(/Escolha um setor/)).toBeNull()
    expect(screen.getByText(/Ana, .*aguardando há 37 min, última: sou Ana/)).toBeTruthy()
  })

  it('is by the last update, or by the longest wait, which the browser keeps', async () => {
    const { user, hear, desk } = await openWaiting()
    await waitFor(() => expect(names()).toEqual(['Caio', 'Bia', 'Ana']))
    await choose(user, 'Maior espera')
    await waitFor(() => expect(names()).toEqual(['Ana', 'Bia', 'Caio']))
    desk.change(13, { lastReceived: 'oi?' })
    hear()
    await waitFor(() => expect(screen.getByText('oi?')).toBeTruthy())
    expect(names()).toEqual(['Ana', 'Bia', 'Caio'])
    expect(selectManager(createDeskStore().getState()).waiting.order).toBe('longest-wait')
  })

  it('has those with the bot, or without it', async () => {
    const { user } = await openWaiting()
    await choose(user, 'Com o bot')
    await waitFor(() => expect(names()).toEqual(['Bia']))
    await choose(user, 'Sem o bot')
    await waitFor(() => expect(names()).toEqual(['Caio', 'Ana']))
  })

  it('stays when a ticket is accepted, if that is chosen', async () => {
    const { user, where } = await openWaiting()
    await choose(user, 'Ao aceitar, ficar em Aguardando', 'menuitemcheckbox')
    await user.click(screen.getByRole('button', { name: 'Aceitar Ana' }))
    await waitFor(() => expect(where()).toBe(`/tickets/${three[0]?.uuid}`))
    await screen.findByRole('tab', { name: 'Aguardando 2', selected: true })
  })

  it('lets J and K move the focus over its rows, and Alt A accepts the focused one', async () => {
    const { user, desk } = await openWaiting()
    const focused = () => document.activeElement?.getAttribute('aria-label')
    await user.keyboard('j')
    await waitFor(() => expect(focused()).toBe('Aceitar Caio'))
    await user.keyboard('j')
    await waitFor(() => expect(focused()).toBe('Aceitar Bia'))
    await user.keyboard('j')
    await waitFor(() => expect(focused()).toBe('Aceitar Ana'))
    await user.keyboard('k')
    await waitFor(() => expect(focused()).toBe('Aceitar Bia'))
    await user.keyboard('{Alt>}[KeyA]{/Alt}')
    await waitFor(() => expect(desk.data.tickets.find(({ id }) => id === 12)?.status).toBe('open'))
  })

  it('gives who waits longest to Alt Shift A, whatever is shown', async () => {
    const { user, desk, where } = await open('/tickets', three)
    await screen.findByRole('tab', { name: /Aguardando 3/ })
    await user.keyboard('{Alt>}{Shift>}[KeyA]{/Shift}{/Alt}')
    await waitFor(() => expect(where()).toBe(`/tickets/${three[0]?.uuid}`))
    expect(desk.data.tickets.map(({ status }) => status)).toEqual(['open', 'pending', 'pending'])
  })

  it('accepts several at once, and says which could not be, and why', async () => {
    const { user, desk } = await openWaiting()
    await user.click(await screen.findByRole('button', { name: 'Selecionar' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar Ana' }))
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar Caio' }))
    expect(await screen.findByText('2 selecionados')).toBeTruthy()
    desk.change(13, { status: 'open', userId: 2, user: { id: 2, name: 'Rafael' } })
    await user.click(await screen.findByRole('button', { name: 'Aceitar' }))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        '1 ficou como estava:Caio: Rafael já assumiu este atendimento.',
      ),
    )
    expect(desk.data.tickets.map(({ id, status, userId }) => [id, status, userId])).toEqual([
      [11, 'open', 1],
      [12, 'pending', null],
      [13, 'open', 2],
    ])
  })

  it('finishes several at once, and takes them back', async () => {
    const { user, desk } = await openWaiting()
    await user.click(await screen.findByRole('button', { name: 'Selecionar' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos' }))
    await user.click(screen.getByRole('button', { name: 'Finalizar' }))
    await waitFor(() =>
      expect(desk.data.tickets.map(({ status }) => status)).toEqual(Array(3).fill('closed')),
    )
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await waitFor(() =>
      expect(desk.data.tickets.map(({ status }) => status)).toEqual(Array(3).fill('pending')),
    )
  })
})

it('J opens one ticket after the other, and types nothing into them', async () => {
  const second = buildTicket({ id: 5, updatedAt: '2026-11-20T10:00:00.000Z' })
  const { user, where } = await open('/tickets', [helena, second])
  const focused: string[] = []
  const note = ({ target }: FocusEvent) => focused.push(target instanceof HTMLElement ? target.tagName : '')
  document.addEventListener('focusin', note)
  await findRow(/Helena Castro, 1 mensagem/)
  await user.keyboard('j')
  await waitFor(() => expect(where()).toBe(`/tickets/${helena.uuid}`))
  await screen.findByRole('textbox', { name: 'Digite uma mensagem' })
  await user.keyboard('j')
  await waitFor(() => expect(where()).toBe(`/tickets/${second.uuid}`))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Digite uma mensagem' })
  await user.keyboard('j')
  expect(field.value).toBe('')
  document.removeEventListener('focusin', note)
  expect(new Set(focused)).toEqual(new Set(['A']))
})

describe('a ticket that a colleague takes', () => {
  const rafael = { id: 2, name: 'Rafael' }
  const openWithDraft = async () => {
    const view = await open(`/tickets/${helena.uuid}`)
    await view.user.type(await screen.findByRole('textbox', { name: 'Digite uma mensagem' }), 'já vejo isso')
    const context = { dispatch: view.store.dispatch, getState: view.store.getState }
    await waitFor(() => expect(selectDraft(view.store.getState(), helena.id)).toBe('já vejo isso'))
    return { ...view, tell: (event: TicketEvent) => act(() => applyEvent('ticket', event, context)) }
  }

  it('says who has it now, and gives back what was being written', async () => {
    const { user, tell } = await openWithDraft()
    const ticket = { ...helena, version: 9, userId: 2, user: rafael }
    tell({ action: 'update', ticket, change: { by: rafael, previousUserId: 1 } })
    expect(await screen.findByText('Rafael assumiu este atendimento.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copiar rascunho' }))
    expect(await navigator.clipboard.readText()).toBe('já vejo isso')
  })

  it('says who took it out of sight, and gives back what was being written', async () => {
    const { user, tell, where } = await openWithDraft()
    tell({ action: 'delete', ticketId: helena.id, by: rafael })
    await screen.findByText('Rafael assumiu ou transferiu este atendimento.')
    await waitFor(() => expect(where()).toBe('/tickets'))
    await user.click(await screen.findByRole('button', { name: 'Copiar rascunho' }))
    expect(await navigator.clipboard.readText()).toBe('já vejo isso')
  })
})

describe('an open ticket', () => {
  const path = `/tickets/${helena.uuid}`

  it('shows the conversation and where new begins, and is read', async () => {
    const { calls } = await open(path)
    await screen.findByText('Oi, bom dia')
    expect(screen.getByText('1 mensagem nova')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Recebida' })).toBeTruthy()
    await waitFor(() => expect(calls.map(({ path: asked }) => asked)).toContain('/tickets/1/read'))
  })

  it('sends with Enter, once, signed, and clears the field', async () => {
    const { user, desk, hear } = await open(path)
    const field = await screen.findByRole('textbox', { name: 'Digite uma mensagem' })
    await user.type(field, 'já vai{Enter}')
    expect(field).toHaveProperty('value', '')
    await waitFor(() => expect(bubbles().filter((text) => text?.includes('já vai'))).toHaveLength(1))
    await waitFor(() => expect(desk.data.messages.at(-1)?.body).toBe('*Marina:*\njá vai'))
    hear()
    expect(bubbles().filter((text) => text?.includes('já vai'))).toHaveLength(1)
  })

  it('breaks the line with Shift+Enter and ignores blank text', async () => {
    const { user, desk } = await open(path)
    const field = await screen.findByRole('textbox', { name: 'Digite uma mensagem' })
    await user.type(field, '   {Enter}')
    await user.clear(field)
    await user.type(field, 'a{Shift>}{Enter}{/Shift}b')
    expect(field).toHaveProperty('value', 'a\nb')
    expect(desk.data.messages).toHaveLength(2)
  })

  it('keeps a message the server never got, with its clock', async () => {
    const { user, down } = await open(path)
    const field = await screen.findByRole('textbox', { name: 'Digite uma mensagem' })
    down.is = true
    await user.type(field, 'sem rede{Enter}')
    const bubble = (await screen.findAllByRole('article')).at(-1)
    expect(bubble?.textContent).toContain('sem rede')
    expect(within(bubble!).getByRole('img', { name: /Na fila|Enviando/ })).toBeTruthy()
  })

  it('quotes what is answered', async () => {
    const { user, desk } = await open(path)
    const bubble = (await screen.findAllByRole('article'))[0]!
    await user.click(within(bubble).getByRole('button', { name: 'Opções da mensagem' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Responder' }))
    await user.type(screen.getByRole('textbox', { name: 'Digite uma mensagem' }), 'tudo{Enter}')
    await waitFor(() => expect(desk.data.messages.at(-1)?.quotedMsg?.body).toBe('Oi, bom dia'))
    expect(screen.queryByRole('button', { name: 'Cancelar resposta' })).toBeNull()
  })

  it('moves its focus with arrows, and is answered with R', async () => {
    const { user } = await open(path)
    await user.click(await screen.findByRole('textbox', { name: 'Digite uma mensagem' }))
    await screen.findAllByRole('article')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement?.textContent).toContain('Oi, bom dia')
    await user.keyboard('r')
    expect(await screen.findByRole('button', { name: 'Cancelar resposta' })).toBeTruthy()
    expect(document.activeElement?.id).toBe('message')
  })

  it('lets only own messages be deleted', async () => {
    const { user, desk } = await open(path)
    const [theirs, mine] = await screen.findAllByRole('article')
    await user.click(within(theirs!).getByRole('button', { name: 'Opções da mensagem' }))
    expect(screen.queryByRole('menuitem', { name: 'Deletar' })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.click(within(mine!).getByRole('button', { name: 'Opções da mensagem' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Deletar' }))
    await user.click(await screen.findByRole('button', { name: 'Ok' }))
    await waitFor(() => expect(desk.data.messages[1]?.isDeleted).toBe(true))
    expect(await screen.findByText('Mensagem apagada')).toBeTruthy()
  })

  it('shows a new message as it comes', async () => {
    const { desk, hear } = await open(path)
    await screen.findByText('Oi, bom dia')
    desk.inbound(1, 'mais uma')
    hear()
    await waitFor(() => expect(bubbles().at(-1)).toContain('mais uma'))
  })

  it('is left when it is deleted', async () => {
    const { desk, hear, where } = await open(path)
    await screen.findByText('Oi, bom dia')
    desk.handle({ method: 'DELETE', path: '/tickets/1', query: new URLSearchParams(), body: null })
    hear()
    await waitFor(() => expect(where()).toBe('/tickets'))
    expect(await screen.findByText(/foi deletado/)).toBeTruthy()
  })

  it('is left when it is not there', async () => {
    const { where } = await open('/tickets/00000000-0000-4000-8000-00000000dead')
    await waitFor(() => expect(where()).toBe('/tickets'))
    expect(await screen.findByText('Nenhum atendimento encontrado.')).toBeTruthy()
  })

  it('goes to the list once resolved, and comes back by undo', async () => {
    const { user, where, desk } = await open(path)
    await user.click(await screen.findByRole('button', { name: 'Resolver' }))
    await waitFor(() => expect(where()).toBe('/tickets'))
    expect(desk.data.tickets[0]).toMatchObject({ status: 'closed', userId: 1, useIntegration: false })
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await waitFor(() => expect(where()).toBe(path))
    expect(desk.data.tickets[0]?.status).toBe('open')
  })

  it('has no composer while it waits', async () => {
    await open(`/tickets/${bruno.uuid}`)
    expect(await screen.findByText('Reabra ou aceite esse ticket para enviar uma mensagem.')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Digite uma mensagem' })).toBeNull()
  })
})

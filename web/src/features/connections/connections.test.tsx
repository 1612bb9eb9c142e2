import {
  capabilities,
  connectionBody,
  type ConnectionStatus,
  type ConnectionView,
  type SettingView,
  type WebClientView,
} from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { applyEvent } from '../../data/live/handlers'
import { buildConnection, noTickets } from '../../testing/builders'
import type { FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import {
  findTabWithError,
  isGreetingRequired,
  newConnection,
  createConnectionValues,
  generateToken,
  toConnectionBody,
  toValues,
} from './connection.form'
import { ConnectionsPage } from './connections-page'
import { parsePhoneNumber } from './pairing-code'
import { listSessionActions } from './status'

describe('the session buttons of a status', () => {
  it.each<[ConnectionStatus, string[]]>([
    ['qrcode', ['showQr']],
    ['DISCONNECTED', ['tryAgain', 'newQr']],
    ['PENDING', ['tryAgain', 'newQr']],
    ['OPENING', ['connecting']],
    ['PAIRING', ['disconnect']],
    ['TIMEOUT', ['disconnect']],
    ['CONNECTED', ['disconnect']],
  ])('%s', (status, actions) => {
    expect(listSessionActions({ status, capabilities: capabilities.beta })).toEqual(actions)
  })

  it.each<[ConnectionStatus, string[]]>([
    ['DISCONNECTED', ['credentials', 'tryAgain']],
    ['OPENING', ['credentials', 'connecting']],
    ['CONNECTED', ['credentials', 'disconnect']],
  ])('%s, linked by credentials', (status, actions) => {
    expect(listSessionActions({ status, capabilities: capabilities.cloud })).toEqual(actions)
  })
})

describe('the connection form', () => {
  it('makes a body that the contract takes, from nothing and from a stored connection', async () => {
    const fresh = toConnectionBody({ ...newConnection, name: 'Loja' })
    const stored = toConnectionBody({
      ...toValues(buildConnection({ promptId: 4 })),
      timeToTransfer: '',
      transferQueueId: '',
    })
    for (const buildBody of [fresh, stored])
      await expect(connectionBody.noUnknown().validate(buildBody, { strict: true })).resolves.toBeTruthy()
    expect(stored).toMatchObject({ promptId: 4, timeToTransfer: 0, transferQueueId: null })
  })

  it('asks for a greeting with more than one queue', () => {
    expect([[], [1], [1, 2]].map((queueIds) => isGreetingRequired({ ...newConnection, queueIds }))).toEqual([
      false,
      false,
      true,
    ])
    expect(isGreetingRequired({ ...newConnection, queueIds: [1, 2], greetingMessage: 'Olá' })).toBe(false)
  })

  it('offers the standard provider, or what there is', () => {
    expect(createConnectionValues({ providers: ['beta', 'simulated'], default: 'simulated' }).provider).toBe(
      'simulated',
    )
    expect(createConnectionValues({ providers: ['simulated'], default: 'beta' }).provider).toBe('simulated')
  })

  it('opens the first tab that has an error', () => {
    expect(findTabWithError({ expiresTicket: 'x', greetingMessage: 'y' })).toBe('messages')
    expect(findTabWithError({})).toBeNull()
  })

  it('makes tokens long enough for the contract, each different', () => {
    expect(generateToken()).toMatch(/^[0-9a-f]{40}$/)
    expect(generateToken()).not.toBe(generateToken())
  })
})

describe('a phone number as typed', () => {
  it.each([
    ['+55 (11) 91234-5678', '5511912345678'],
    ['5511912345678', '5511912345678'],
    ['91234', null],
    ['', null],
    ['1'.repeat(16), null],
  ])('%s is %s', (text, digits) => {
    expect(parsePhoneNumber(text)).toBe(digits)
  })
})

const webClient: WebClientView = {
  version: '2.3000.1043857760',
  source: 'web-client',
  checkedAt: new Date(2026, 10, 22, 9, 5).toISOString(),
  failedAt: null,
}

const open = (
  connections: ConnectionView[],
  queues: { id: number; name: string }[] = [],
  settings: SettingView[] = [],
  path = '/connections',
) =>
  renderApp(<ConnectionsPage />, {
    user: { profile: 'admin' },
    path,
    answer: ({ method, path }: FakeCall) => {
      if (path === '/whatsapp-providers')
        return { body: { providers: ['beta', 'simulated'], default: 'simulated' } }
      if (path.endsWith('/token')) return { body: { token: 'novo-token' } }
      if (path === '/whatsapp-web-client') return { body: webClient }
      if (path.endsWith('/pairing-code')) return { body: { code: 'ABCD-1234' } }
      if (method === 'GET' && path.startsWith('/whatsapp/'))
        return {
          body: {
            ...(connections[0] ?? buildConnection()),
            qrcode: connections[0]?.status === 'qrcode' ? 'QR-TEXT' : '',
            tokenEnd: 'a1b2',
          },
        }
      if (path === '/queue') return { body: queues }
      if (path === '/users/list') return { body: [] }
      if (path.startsWith('/tickets')) return { body: noTickets }
      if (path.startsWith('/companies/listPlan/')) return { body: { plan: { useOpenAi: false } } }
      if (path === '/settings') return { body: settings }
      if (method === 'GET' && path.startsWith('/whatsapp')) return { body: connections }
      return { body: { message: 'ok' } }
    },
  })

describe('the connections page', () => {
  it('shows the end of a token, and a new one once it was asked for', async () => {
    const { calls } = await open([buildConnection()])
    await userEvent.click(await screen.findByRole('button', { name: /^Editar: / }))
    const field = await screen.findByLabelText<HTMLInputElement>('Token da API')
    expect(field.value).toBe('••••••••a1b2')
    await userEvent.click(screen.getByRole('button', { name: 'Gerar novo' }))
    const question = await screen.findByRole('alertdialog')
    expect(calls.some(({ path }) => path.endsWith('/token'))).toBe(false)
    await userEvent.click(within(question).getByRole('button', { name: 'Gerar novo' }))
    await waitFor(() => expect(field.value).toBe('novo-token'))
    expect(calls.filter(({ path }) => path === '/whatsapp/1/token')).toHaveLength(1)
  })

  it('opens the queues of a connection that its address asks for, once', async () => {
    const { where } = await open([buildConnection()], [], [], '/connections?queuesOf=1')
    expect(await screen.findByRole('tab', { name: 'Bot & filas', selected: true })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(where()).toBe('/connections')
  })

  it('begins the first connection with the only queue, and says so', async () => {
    const { calls } = await open([], [{ id: 3, name: 'Vendas' }])
    await screen.findByText('Nenhuma conexão')
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar WhatsApp' }))
    expect(await screen.findByText(/A fila Vendas já vem ligada/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/^Nome/), 'Loja')
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
    const sent = calls.find(({ method }) => method === 'POST')
    expect(JSON.parse(String(sent?.body))).toMatchObject({ name: 'Loja', queueIds: [3] })
  })

  it('begins no other connection with a queue', async () => {
    await open([buildConnection()], [{ id: 3, name: 'Vendas' }])
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar WhatsApp' }))
    await userEvent.type(await screen.findByLabelText(/^Nome/), 'Loja')
    expect(screen.queryByText(/já vem ligada/)).toBeNull()
  })

  it.each([
    ['disabled', 'queue', true],
    ['enabled', 'company', false],
  ])('says of its texts whether they are sent: ratings %s, hours %s', async (userRating, hours, isOff) => {
    await open(
      [buildConnection()],
      [],
      [
        { key: 'userRating', value: userRating },
        { key: 'scheduleType', value: hours },
      ],
    )
    await userEvent.click(await screen.findByRole('button', { name: /^Editar: / }))
    await userEvent.click(await screen.findByRole('tab', { name: 'Mensagens' }))
    const hint = (name: string) => {
      const field = screen.getByRole('textbox', { name })
      return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
    }
    const names = ['Mensagem fora de expediente', 'Mensagem de avaliação', 'Mensagem de conclusão']
    await screen.findByRole('textbox', { name: names[0] })
    const says = () => names.map((name) => hint(name).startsWith('Não é enviada agora'))
    await waitFor(() => expect(says()).toEqual([isOff, isOff, false]))
  })

  it('says what to do when there is none', async () => {
    await open([])
    expect(await screen.findByText('Nenhuma conexão')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Adicionar WhatsApp' })).toBeTruthy()
  })

  it('shows a status as text', async () => {
    await open([buildConnection()])
    expect(await screen.findByText('Conectado')).toBeTruthy()
    expect(screen.getByText('+55 (11) 4002-8922 · Telefone simulado')).toBeTruthy()
  })

  it('asks before it disconnects, with focus on Cancelar', async () => {
    const { calls } = await open([buildConnection()])
    await userEvent.click(await screen.findByRole('button', { name: 'Desconectar' }))
    const dialog = screen.getByRole('alertdialog')
    expect(document.activeElement?.textContent).toBe('Cancelar')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Desconectar' }))
    await waitFor(() =>
      expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/whatsappsession/1')).toBe(
        true,
      ),
    )
  })

  it('sends to the simulated phone, which alone reads the code of a simulated connection', async () => {
    await open([buildConnection({ id: 7, status: 'qrcode' })])
    await userEvent.click(await screen.findByRole('button', { name: 'QR CODE' }))
    const dialog = within(screen.getByRole('dialog'))
    const phone = await dialog.findByRole<HTMLAnchorElement>('link', { name: 'Abrir telefone simulado' })
    expect([phone.pathname + phone.search, phone.target]).toEqual(['/simulator?connection=7', '_blank'])
    expect(dialog.queryByText(/Abra o WhatsApp no seu celular/)).toBeNull()
  })

  it('closes the QR dialog when the code goes away', async () => {
    const { store } = await open([
      buildConnection({ status: 'qrcode', provider: 'beta', capabilities: capabilities.beta }),
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'QR CODE' }))
    const title = within(screen.getByRole('dialog')).getByText(
      '4 - Aponte seu celular para essa tela para capturar o QR Code',
    )
    await waitFor(() => expect(document.querySelector('.qr__card svg')).toBeTruthy())
    const session = {
      id: 1,
      name: 'WhatsApp Loja',
      status: 'DISCONNECTED',
      qrcode: '',
      passkey: null,
      retries: 3,
      updatedAt: '2026-11-19T13:00:00.000Z',
    } as const
    applyEvent('whatsappSession', { action: 'update', session }, store)
    await waitFor(() => expect(title.isConnected).toBe(false))
  })

  it('says in the dialog that WhatsApp wants a passkey, and shows no code any more', async () => {
    const connection = buildConnection({ status: 'qrcode' })
    const { store } = await open([connection])
    await userEvent.click(await screen.findByRole('button', { name: 'QR CODE' }))
    await waitFor(() => expect(document.querySelector('.qr__card svg')).toBeTruthy())
    const ended = { ...connection, status: 'DISCONNECTED', lastEnd: 'passkey-required' } as const
    applyEvent('whatsapp', { action: 'update', whatsapp: ended }, store)
    const { id, name, retries, updatedAt } = connection
    const session = {
      id,
      name,
      retries,
      updatedAt,
      status: 'DISCONNECTED',
      qrcode: '',
      passkey: null,
    } as const
    applyEvent('whatsappSession', { action: 'update', session }, store)
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('chave de acesso')
    expect(document.querySelector('.qr__card svg')).toBeNull()
  })

  it('shows a code in place of scanning, and closes like the QR code', async () => {
    const { calls, store } = await open([buildConnection({ status: 'qrcode' })])
    await userEvent.click(await screen.findByRole('button', { name: 'QR CODE' }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Conectar com código' }))
    const field = dialog.getByLabelText('Número do celular')
    await userEvent.type(field, '123')
    const generate = dialog.getByRole('button', { name: 'Gerar código' })
    await waitFor(() => expect(generate.hasAttribute('disabled')).toBe(false))
    await userEvent.click(generate)
    expect(dialog.getByText('Digite o número com código do país e DDD')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '+55 11 91234-5678')
    await userEvent.click(generate)
    expect((await dialog.findByLabelText('Código de conexão')).textContent).toBe('ABCD-1234')
    const asked = calls.filter(({ path }) => path.endsWith('/pairing-code'))
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path: '/whatsappsession/1/pairing-code',
        body: JSON.stringify({ number: '5511912345678' }),
      },
    ])
    const session = {
      id: 1,
      name: 'WhatsApp Loja',
      status: 'PAIRING',
      qrcode: '',
      passkey: null,
      retries: 1,
    } as const
    applyEvent(
      'whatsappSession',
      { action: 'update', session: { ...session, updatedAt: '2026-11-19T13:00:00.000Z' } },
      store,
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['DISCONNECTED', 'logged-out', 'O aparelho foi desconectado no celular.'],
    ['OPENING', 'lost', 'A ligação com o WhatsApp caiu. Tentando de novo.'],
    ['OPENING', 'replaced', 'Esta sessão foi aberta em outro lugar. Retomando.'],
    ['OPENING', 'bad-session', 'O WhatsApp recusou a sessão. Tentando de novo.'],
    ['DISCONNECTED', 'refused', 'O WhatsApp recusou este número: bloqueado ou banido.'],
  ] as const)('says why a session that is %s ended: %s', async (status, lastEnd, words) => {
    await open([buildConnection({ status, lastEnd })])
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it.each([
    ['outdated', 'Atualização necessária', /WHATSAPP_WEB_VERSION/],
    ['temporarily-banned', 'Banido temporariamente', /até o fim do prazo/],
    ['banned', 'Banido', /pedir uma análise/],
    ['held-elsewhere', 'Aberto em outra cópia', /Desligue a outra cópia/],
    ['passkey-required', 'Chave de acesso necessária', /siga os passos da tela/],
  ] as const)('shows a state of its own for %s, and what to do', async (lastEnd, word, note) => {
    await open([buildConnection({ status: 'DISCONNECTED', lastEnd })])
    expect(await screen.findByText(word)).toBeTruthy()
    expect(screen.getByText(note)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  })

  it('shows the version that real numbers connect with', async () => {
    await open([buildConnection({ provider: 'beta', capabilities: capabilities.beta })])
    const words = 'Versão do WhatsApp Web: 2.3000.1043857760 · verificada em 22/11/26 09:05'
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('says that new chats wait, until their time is over', async () => {
    const until = (year: number) => new Date(year, 10, 22, 15, 30).toISOString()
    await open([
      buildConnection({ id: 1, newChatsHeld: { why: 'restricted', until: until(2099) } }),
      buildConnection({ id: 2, newChatsHeld: { why: 'account-cap', until: until(2020) } }),
    ])
    expect(await screen.findByText(/^Mensagens para quem nunca escreveu esperam até 22/)).toBeTruthy()
    expect(screen.queryByText(/cota de conversas novas/)).toBeNull()
  })

  it('says when it is retried automatically', async () => {
    const retryAt = new Date(2026, 10, 22, 15, 30).toISOString()
    await open([buildConnection({ status: 'DISCONNECTED', lastEnd: 'temporarily-banned', retryAt })])
    expect(await screen.findByText(/Nova tentativa: 22\/11\/26 15:30\./)).toBeTruthy()
  })

  it('shows no end once the session works again', async () => {
    await open([buildConnection({ lastEnd: 'lost' })])
    expect(await screen.findByText('Conectado')).toBeTruthy()
    expect(screen.queryByText(/Tentando de novo/)).toBeNull()
  })

  it('offers the providers that there are when a connection is made', async () => {
    await open([])
    await screen.findByText('Nenhuma conexão')
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar WhatsApp' }))
    await userEvent.click(await screen.findByRole('combobox', { name: /^Tipo/ }))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'WhatsApp',
      'Telefone simulado',
    ])
  })

  it('waits with "Waiting for QR Code" until there is one', async () => {
    await open([buildConnection({ status: 'DISCONNECTED' })])
    await userEvent.click(await screen.findByRole('button', { name: 'Novo QR CODE' }))
    expect(await screen.findByText('Waiting for QR Code')).toBeTruthy()
  })
})

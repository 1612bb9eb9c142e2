import { capabilities, type Capabilities, type MessageView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'

import { buildConnection } from '../../testing/builders'
import { buildMe, buildMessage, buildTicket } from '../../testing/desk-builders'
import { createFakeDesk } from '../../testing/fake-desk'
import { installFakeLayout } from '../../testing/fake-layout'
import { renderApp } from '../../testing/render-app'
import { OutboxProvider } from './outbox'
import { TicketChat } from './ticket-chat'

/* What a message can become after it was written. */

const ticket = buildTicket({ id: 1 })
const WRITING = { name: 'Digite uma mensagem' }
const now = () => new Date().toISOString()

installFakeLayout()

const open = async (
  messages: Partial<MessageView>[],
  settings: { key: string; value: string }[] = [],
  can: Partial<Capabilities> = {},
) => {
  const me = buildMe()
  const desk = createFakeDesk(
    {
      me: { ...me, company: { ...me.company, settings } },
      tickets: [ticket],
      messages: messages.map((own, index) => buildMessage({ seq: index + 1, createdAt: now(), ...own })),
      notes: [],
      schedules: [],
    },
    () => undefined,
  )
  const asked: { method: string; path: string; body: unknown }[] = []
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
        asked.push({ method, path: url.pathname, body: given })
        if (url.pathname === '/whatsapp')
          return {
            body: [
              buildConnection({ id: ticket.whatsappId ?? 0, capabilities: { ...capabilities.beta, ...can } }),
            ],
          }
        if (url.pathname.endsWith('/typing')) return { status: 204, body: null }
        return desk.handle({ method, path: url.pathname, query: url.searchParams, body: given })
      },
    },
  )
  const openMenu = async (index: number) => {
    const article = (await screen.findAllByRole('article'))[index]!
    await user.click(within(article).getByRole('button', { name: 'Opções da mensagem' }))
    return screen.findByRole('menu')
  }
  const user = userEvent.setup()
  return { desk, user, asked, menuOf: openMenu }
}

const mine = { fromMe: true, userId: 1, ack: 2 }

describe('a network that only lets us answer', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

  it('says until when, while its window is open', async () => {
    await open([{ createdAt: hoursAgo(3) }, mine], [], { windowHours: 24 })
    expect(await screen.findByText(/Você pode responder até/)).toBeTruthy()
    expect(screen.getByRole('textbox', WRITING)).toBeTruthy()
  })

  it('closes the composer once it is over, with the reason', async () => {
    await open([{ createdAt: hoursAgo(25) }, mine], [], { windowHours: 24 })
    expect(await screen.findByText(/não escreve há mais de 24 horas/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('textbox', WRITING)).toBeNull())
  })

  it('is no other’s concern', async () => {
    await open([{ createdAt: hoursAgo(25) }, mine])
    expect(await screen.findByRole('textbox', WRITING)).toBeTruthy()
    expect(screen.queryByText(/Você pode responder até|24 horas/)).toBeNull()
  })
})

describe('a reaction', () => {
  it('is chosen in the menu, shown below the message, and taken back by pressing it', async () => {
    const { user, desk, menuOf } = await open([{ body: 'Chegou!' }])
    await user.click(within(await menuOf(0)).getByRole('menuitemradio', { name: 'Reagir com ❤️' }))
    const pill = await screen.findByRole('button', { name: '❤️ de Você', pressed: true })
    expect(desk.data.messages[0]?.reactions).toHaveLength(1)
    await user.click(pill)
    await waitFor(() => expect(screen.queryByRole('button', { name: /❤️ de/ })).toBeNull())
  })

  it('of the customer is joined by pressing it, and says who put it', async () => {
    const reactions = [{ emoji: '👍', count: 2, mine: false, names: ['', 'Lia'] }]
    const { user, asked } = await open([{ body: 'Chegou!', reactions }])
    const pill = await screen.findByRole('button', { name: '👍 2 de Helena Castro, Lia', pressed: false })
    expect(pill.textContent).toBe('👍2')
    await user.click(pill)
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ method: 'POST', body: { emoji: '👍' } }))
  })

  it('is reached by the keyboard, sideways too', async () => {
    const { user, menuOf } = await open([{ body: 'Chegou!' }])
    await menuOf(0)
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{Enter}')
    expect(await screen.findByRole('button', { name: '❤️ de Você' })).toBeTruthy()
  })
})

describe('a number whose network has text alone', () => {
  it('offers no files, recordings, reactions, edits or deletions', async () => {
    const can = { sends: ['chat' as const], reacts: false, edits: false, deletes: false }
    const { menuOf } = await open([{ ...mine, body: 'Chegou!' }], [], can)
    await screen.findByRole('textbox', WRITING)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Anexar' })).toBeNull())
    for (const name of ['Gravar áudio', 'Enviar contatos'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    const menu = await menuOf(0)
    const offered = within(menu).getAllByRole('menuitem')
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Responder',
      'Encaminhar',
      'Selecionar',
      'Copiar',
    ])
    expect(within(menu).queryByRole('menuitemradio')).toBeNull()
  })
})

describe('a forward', () => {
  it('goes to the open conversation that is chosen', async () => {
    const { user, asked, desk, menuOf } = await open([{ body: 'Chegou!' }])
    await user.click(within(await menuOf(0)).getByRole('menuitem', { name: 'Encaminhar' }))
    const dialog = await screen.findByRole('dialog', { name: 'Encaminhar mensagem' })
    await within(dialog).findByRole('option', { name: /Helena Castro/, selected: false })
    await user.keyboard('{ArrowDown}{Enter}')
    within(dialog).getByRole('option', { name: /Helena Castro/, selected: true })
    await user.keyboard('{Backspace}')
    expect(within(dialog).queryByRole('option', { selected: true })).toBeNull()
    await user.keyboard('{Enter}')
    await user.click(within(dialog).getByRole('button', { name: 'Tirar Helena Castro' }))
    await user.click(within(dialog).getByRole('option', { name: /Helena Castro/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Encaminhar' }))
    expect(await screen.findByText('Mensagem encaminhada.', {}, { timeout: 60_000 })).toBeTruthy()
    expect(asked.find(({ path }) => path === '/messages/forward')?.body).toMatchObject({
      ticketIds: [1],
      contactIds: [],
    })
    expect(desk.data.messages).toMatchObject([{}, { body: 'Chegou!', marks: ['forwarded'] }])
  })

  it('of a message that can only be read on the phone is not offered', async () => {
    const { menuOf } = await open([{ body: '', mediaType: 'phoneOnly' }])
    expect(within(await menuOf(0)).queryByRole('menuitem', { name: 'Encaminhar' })).toBeNull()
  })
})

describe('a message that was refused', () => {
  it('is sent again by the server when it is a place: nothing is uploaded', async () => {
    const location = { latitude: -23.5, longitude: -46.6, name: 'Loja', address: '' }
    const refused = { ...mine, ack: -1, failure: 'ERR_WAPP_NOT_ON_WHATSAPP', location, body: 'x|y|z' }
    const { user, asked, desk } = await open([{ ...refused, mediaType: 'locationMessage' }])
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ path: '/messages/forward' }))
    const [first] = desk.data.messages
    expect(asked.at(-1)?.body).toMatchObject({ messageIds: [first?.id], ticketIds: [1] })
  })

  it.each([
    ['ERR_WAPP_OPTED_OUT', /pediu para não receber/, 0],
    ['ERR_WAPP_WINDOW_CLOSED', /mais de 24 horas/, 1],
  ])('says why, and offers another try where that is worth one: %s', async (failure, words, offers) => {
    await open([{ ...mine, ack: -1, failure, body: 'x' }])
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: 'Tentar de novo' })).toHaveLength(offers)
  })
})

describe('an edit', () => {
  it('rewrites the text in the composer, without the signature, and keeps the draft', async () => {
    const { user, menuOf, desk } = await open([{ ...mine, body: '*Marina:*\nsai hoje' }])
    await user.type(await screen.findByRole('textbox', WRITING), 'rascunho')
    await user.click(within(await menuOf(0)).getByRole('menuitem', { name: 'Editar' }))
    const field = await screen.findByRole('textbox', { name: 'Editar mensagem' })
    expect(field).toHaveProperty('value', 'sai hoje')
    await user.clear(field)
    await user.type(field, 'sai amanhã{Enter}')
    await waitFor(() => expect(desk.data.messages[0]?.body).toBe('*Marina:*\nsai amanhã'))
    expect(await screen.findByText('Editada')).toBeTruthy()
    expect(await screen.findByRole('textbox', WRITING)).toHaveProperty('value', 'rascunho')
  })

  it('is left with Escape, without leaving the ticket', async () => {
    const { user, menuOf, asked } = await open([{ ...mine, body: 'sai hoje' }])
    await user.click(within(await menuOf(0)).getByRole('menuitem', { name: 'Editar' }))
    await screen.findByRole('textbox', { name: 'Editar mensagem' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('textbox', WRITING)).toBeTruthy()
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  })

  it('makes the browser ask before the page is left, while it is not saved', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { user, menuOf } = await open([{ ...mine, body: 'sai hoje' }])
    await user.click(within(await menuOf(0)).getByRole('menuitem', { name: 'Editar' }))
    const field = await screen.findByRole('textbox', { name: 'Editar mensagem' })
    expect(asks()).toBe(false)
    await user.type(field, ' ou amanhã')
    expect(asks()).toBe(true)
    await user.keyboard('{Escape}')
    await screen.findByRole('textbox', WRITING)
    expect(asks()).toBe(false)
  })

  it.each<[string, Partial<MessageView>]>([
    ['the customer’s', {}],
    ['one typed on the phone', { ...mine, userId: null }],
    ['one that failed', { ...mine, ack: -1 }],
    ['a picture', { ...mine, mediaType: 'image' }],
    ['an old one', { ...mine, createdAt: '2026-11-01T12:00:00.000Z' }],
  ])('is not offered for %s', async (_what, own) => {
    const { menuOf } = await open([{ body: 'texto', ...own }])
    expect(within(await menuOf(0)).queryByRole('menuitem', { name: 'Editar' })).toBeNull()
  })
})

describe('above and instead of its content', () => {
  it.each<[string, Partial<MessageView>]>([
    ['Encaminhada', { marks: ['forwarded'] }],
    ['Visualização única', { marks: ['viewOnce'] }],
    ['Temporária', { marks: ['ephemeral'] }],
    ['Baixando mídia…', { mediaType: 'image', mediaState: 'pending' }],
    [
      'O arquivo aguarda: a empresa está sem espaço. Ele chega aqui quando arquivos forem apagados ou o plano aumentar.',
      { mediaType: 'image', mediaState: 'pending', mediaWait: 'plan' },
    ],
    [
      'O arquivo aguarda: o servidor está sem espaço. Ele chega aqui quando quem o opera liberar espaço.',
      { mediaType: 'application', mediaState: 'pending', mediaWait: 'volume' },
    ],
    [
      'O arquivo ainda não pôde ser baixado; novas tentativas seguem por até quatro dias.',
      { mediaType: 'audio', mediaState: 'pending', mediaWait: 'retry' },
    ],
    ['Não foi possível baixar a mídia', { mediaType: 'audio', mediaState: 'gone' }],
    ['Este arquivo já não é guardado', { mediaType: 'image', mediaState: 'erased' }],
    ['As mensagens mais antigas deste atendimento já não são guardadas.', { seq: 3 }],
    [
      'Este tipo de mensagem ainda não pode ser mostrado aqui. Veja no celular.',
      { mediaType: 'unsupported' },
    ],
    [
      'Aguardando esta mensagem. Se ela não aparecer, abra o WhatsApp no celular.',
      { mediaType: 'placeholder' },
    ],
    ['Esta mensagem só aparece no celular. Abra o WhatsApp nele para ver.', { mediaType: 'phoneOnly' }],
  ])('a message says %s', async (words, own) => {
    await open([{ body: 'x', ...own }])
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('messages whose files wait say what each of them waits for, beside their own words', async () => {
    await open([
      { body: 'a planta', mediaType: 'image', mediaState: 'pending', mediaWait: 'plan' },
      { body: 'o vídeo', mediaType: 'video', mediaState: 'pending', mediaWait: 'retry' },
    ])
    const [plan, retry] = await screen.findAllByRole('article')
    expect(within(plan!).getByRole('status').textContent).toContain('a empresa está sem espaço')
    expect(within(plan!).getByText('a planta')).toBeTruthy()
    expect(within(retry!).getByRole('status').textContent).toContain('ainda não pôde ser baixado')
    expect(within(retry!).getByText('o vídeo')).toBeTruthy()
  })

  it.each([
    ['', /Chamada de voz\/vídeo perdida às \d\d:\d\d/],
    ['video', /Chamada de vídeo perdida às \d\d:\d\d/],
    ['voice', /Chamada de voz perdida às \d\d:\d\d/],
    ['missed', /Chamada de voz perdida às \d\d:\d\d/],
    ['permission', /O cliente aceita ser chamado por voz no WhatsApp, desde \d\d:\d\d/],
    ['Chamada de voz · 1:20', /Chamada de voz · 1:20, \d\d:\d\d/],
  ])('a call %j says when it was', async (body, words) => {
    await open([{ mediaType: 'call_log', body }])
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('a customer with another number', () => {
  it.each([
    [
      '+5511955550101 → +5521977776666',
      /mudou de número: \+55 \(11\) 95555-0101 → \+55 \(21\) 97777-6666, às \d\d:\d\d/,
    ],
    ['+5511955550101 → …', /mudou de número: \+55 \(11\) 95555-0101 → número oculto, às/],
  ])('is told as a notice: %s', async (body, words) => {
    await open([{ mediaType: 'numberChanged', body }])
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('a voice note that was heard', () => {
  const note = {
    mediaType: 'audio' as const,
    body: '',
    mediaUrl: '/public/m/a.ogg',
    transcript: 'Quero dois pães',
  }

  it('has what is said below its player', async () => {
    await open([note])
    const heard = await screen.findByRole('group', { name: 'Transcrição' })
    expect(within(heard).getByText('Quero dois pães')).toBeTruthy()
  })

  it('is cut when it is long, and shown whole on request', async () => {
    const { user } = await open([{ ...note, transcript: `${'palavra '.repeat(200)}fim` }])
    const heard = await screen.findByRole('group', { name: 'Transcrição' })
    expect(within(heard).queryByText(/fim$/)).toBeNull()
    await user.click(within(heard).getByRole('button', { name: 'Ler mais' }))
    expect(within(heard).getByText(/fim$/)).toBeTruthy()
  })

  it.each([null, ''])('without a transcript has none (%j)', async (transcript) => {
    await open([{ ...note, transcript }])
    await screen.findByRole('button', { name: /Ouvir/ })
    expect(screen.queryByRole('group', { name: 'Transcrição' })).toBeNull()
  })
})

describe('a message from an ad', () => {
  const ad = { title: 'Bolo de pote', body: '2 por 1', sourceType: 'ad', sourceId: '23', thumbnail: null }

  it('shows it above its words, with a link to the web', async () => {
    await open([{ body: 'quero!', ad: { ...ad, url: 'https://fb.me/abc' } }])
    const link = await screen.findByRole('link', { name: /Veio de um anúncio.*Bolo de pote/ })
    expect(link.getAttribute('href')).toBe('https://fb.me/abc')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(within(link).getByText('fb.me')).toBeTruthy()
    expect(screen.getByText('quero!')).toBeTruthy()
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'nonsense', null])(
    'does not lead to %s',
    async (url) => {
      await open([{ body: 'quero!', ad: { ...ad, url } }])
      expect((await screen.findByText('Bolo de pote')).closest('a')).toBeNull()
    },
  )
})

describe('typing', () => {
  const told = (asked: { path: string; body: unknown }[]) =>
    asked.filter(({ path }) => path.endsWith('/typing')).map(({ body }) => body)

  it('is told once for a while, and that it stopped', async () => {
    const { user, asked } = await open([{ body: 'x' }], [{ key: 'sendTyping', value: 'enabled' }])
    const field = await screen.findByRole('textbox', WRITING)
    await user.type(field, 'bom dia')
    expect(told(asked)).toEqual([{ isTyping: true }])
    await user.clear(field)
    expect(told(asked)).toEqual([{ isTyping: true }, { isTyping: false }])
  })

  it('is not sent unless the company enables it', async () => {
    const { user, asked } = await open([{ body: 'x' }])
    await user.type(await screen.findByRole('textbox', WRITING), 'bom dia')
    expect(told(asked)).toEqual([])
  })
})

describe('a voice note', () => {
  const devices: { tracks: number; asked: () => Promise<unknown> } = {
    tracks: 0,
    asked: () => Promise.resolve(),
  }
  let bytes = 0

  class FakeRecorder {
    static isTypeSupported = (mimeType: string) => mimeType.startsWith('audio/webm')
    state = 'inactive'
    ondataavailable: (event: { data: Blob }) => void = () => undefined
    onstop: () => void = () => undefined
    start = () => (this.state = 'recording')
    pause = () => (this.state = 'paused')
    resume = () => (this.state = 'recording')
    stop = () => {
      this.state = 'inactive'
      this.ondataavailable({ data: new Blob([new Uint8Array(bytes)]) })
      this.onstop()
    }
  }
  class FakeSound {
    createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => undefined })
    createMediaStreamSource = () => ({ connect: () => undefined })
    close = () => Promise.resolve()
  }
  const stream = {
    getTracks: () => [{ stop: () => (devices.tracks -= 1) }],
  }

  beforeEach(() => {
    bytes = 20_000
    devices.tracks = 0
    devices.asked = () => {
      devices.tracks += 1
      return Promise.resolve(stream)
    }
    Object.assign(globalThis, { MediaRecorder: FakeRecorder, AudioContext: FakeSound })
    Object.assign(URL, { createObjectURL: () => 'blob:note', revokeObjectURL: () => undefined })
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: { getUserMedia: () => devices.asked() },
    })
  })
  afterEach(() => {
    for (const name of ['MediaRecorder', 'AudioContext']) Reflect.deleteProperty(globalThis, name)
    for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name)
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })

  const record = async () => {
    const { user } = await open([{ body: 'x' }])
    await screen.findByRole('article')
    await user.click(await screen.findByRole('button', { name: 'Gravar áudio' }))
    return user
  }

  it('is recorded, paused, and sent as a message; the microphone is let go', async () => {
    const user = await record()
    await user.click(await screen.findByRole('button', { name: 'Pausar gravação' }))
    expect(screen.getByText('Gravação pausada')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continuar gravação' }))
    await user.click(screen.getByRole('button', { name: 'Enviar áudio' }))
    expect(await screen.findByRole('button', { name: /^Ouvir/ })).toBeTruthy()
    expect([devices.tracks, screen.getAllByRole('article').length]).toEqual([0, 2])
    expect(screen.getByRole('textbox', WRITING)).toBeTruthy()
  })

  it('that is too short is dropped, with a word', async () => {
    bytes = 9_999
    const user = await record()
    await user.click(await screen.findByRole('button', { name: 'Enviar áudio' }))
    expect(await screen.findByText('Áudio muito curto')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })

  it('is dropped by Escape, without leaving the ticket', async () => {
    const user = await record()
    await screen.findByRole('button', { name: 'Pausar gravação' })
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('textbox', WRITING)).toBeTruthy()
    expect([devices.tracks, screen.getAllByRole('article').length]).toEqual([0, 1])
  })

  it('needs the microphone, and says so', async () => {
    devices.asked = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    const user = await record()
    expect(await screen.findByText('Permita o microfone para gravar.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Voltar' }))
    expect(await screen.findByRole('textbox', WRITING)).toBeTruthy()
  })
})

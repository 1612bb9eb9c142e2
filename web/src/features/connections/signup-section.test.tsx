import { capabilities, type CloudAccountView, type SignupAppView } from '@balcao/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import type { DeskMessage, PageMessage, SignupEnd } from '../../lib/signup-channel'
import { buildConnection, noTickets } from '../../testing/builders'
import type { FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { ConnectionsPage } from './connections-page'

const app: SignupAppView = {
  appId: '900000000000001',
  configId: '900000000000006',
  version: 'v26.0',
  sdkUrl: 'https://connect.facebook.net/{locale}/sdk.js',
  origins: ['https://www.facebook.com'],
}

const account: CloudAccountView = {
  phoneNumberId: '',
  businessAccountId: '',
  hasToken: false,
  hasAppSecret: false,
  hasFormerAppSecret: false,
  hasVerifyToken: false,
  displayNumber: '',
  verifiedName: '',
  quality: '',
  checkedAt: null,
  parkedEvents: 0,
  signup: app,
}

const result = { code: 'AQcode', phoneNumberId: '106540352242922', businessAccountId: '524126980791429' }

/** Of jsdom there is none: as browsers have it, within one page. */
class LocalChannel {
  static open: LocalChannel[] = []
  private readonly hearers: ((event: MessageEvent<unknown>) => void)[] = []
  constructor(readonly name: string) {
    LocalChannel.open.push(this)
  }
  addEventListener(_type: string, hear: (event: MessageEvent<unknown>) => void): void {
    this.hearers.push(hear)
  }
  postMessage(data: unknown, origin = window.location.origin): void {
    for (const other of LocalChannel.open)
      if (other !== this && other.name === this.name)
        for (const hear of other.hearers) hear(new MessageEvent('message', { data, origin }))
  }
  close(): void {
    LocalChannel.open = LocalChannel.open.filter((one) => one !== this)
  }
}

/** The window that the desk opens. */
let page: { attempt: string; heard: DeskMessage[]; say(message: object, origin?: string): void } | undefined

beforeEach(() => {
  LocalChannel.open = []
  page = undefined
  Object.assign(globalThis, { BroadcastChannel: LocalChannel })
  jest.spyOn(window, 'open').mockImplementation((url) => {
    const attempt = String(url).split('#')[1] ?? ''
    const channel = new LocalChannel('balcao.whatsapp-signup')
    const heard: DeskMessage[] = []
    channel.addEventListener('message', ({ data }) => void heard.push(data as DeskMessage))
    const say = (message: object, origin?: string) =>
      act(() => channel.postMessage({ from: 'page', attempt, ...message } as PageMessage, origin))
    page = { attempt, heard, say }
    return window
  })
})
afterEach(() => jest.restoreAllMocks())

const open = async (refusals: string[] = [], isOnPhone = false) => {
  const connection = buildConnection({
    provider: 'cloud',
    capabilities: capabilities.cloud,
    status: 'DISCONNECTED',
  })
  const opened = await renderApp(<ConnectionsPage />, {
    user: { profile: 'admin' },
    path: '/connections',
    answer: ({ path }: FakeCall) => {
      if (path === '/whatsapp/1/cloud-account/signup') {
        const error = refusals.shift()
        return error ? { status: 409, body: { error } } : { body: account }
      }
      if (path === '/whatsapp/1/cloud-account') return { body: account }
      if (path.startsWith('/tickets')) return { body: noTickets }
      return { body: [connection] }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Credenciais' }))
  const dialog = within(await screen.findByRole('dialog'))
  if (isOnPhone)
    await userEvent.click(await dialog.findByRole('checkbox', { name: /aplicativo WhatsApp Business/ }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Conectar com a Meta' }))
  return { ...opened, dialog }
}

const sent = (calls: FakeCall[]) =>
  calls.filter(({ path }) => path.endsWith('/signup')).map(({ body }) => JSON.parse(String(body)) as object)

describe('connecting with Meta', () => {
  it('tells the window what to open, and sends what comes of it', async () => {
    const { calls } = await open()
    page?.say({ kind: 'ready' })
    expect(page?.heard).toEqual([
      { from: 'desk', attempt: page?.attempt, kind: 'begin', app, isOnPhone: false },
    ])
    page?.say({ kind: 'finished', result })
    await waitFor(() => expect(sent(calls)).toEqual([{ ...result, pin: '' }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('tells that the number stays on the phone, of which Meta may say the account alone', async () => {
    const { calls } = await open([], true)
    page?.say({ kind: 'ready' })
    expect(page?.heard).toMatchObject([{ kind: 'begin', isOnPhone: true }])
    page?.say({ kind: 'finished', result: { ...result, phoneNumberId: '' } })
    await waitFor(() => expect(sent(calls)).toEqual([{ ...result, phoneNumberId: '', pin: '' }]))
  })

  it('hears the window of this attempt and this origin only', async () => {
    const { calls, dialog } = await open()
    page?.say({ kind: 'finished', result, attempt: 'another' })
    page?.say({ kind: 'finished', result }, 'https://elsewhere.example')
    page?.say({ kind: 'finished', result, from: 'desk' })
    expect(dialog.getByText(/Conclua na janela/)).toBeTruthy()
    expect(sent(calls)).toEqual([])
  })

  it('asks for the PIN of the number, and goes on with the same code', async () => {
    const { calls, dialog } = await open(['ERR_CLOUD_PIN'])
    page?.say({ kind: 'finished', result })
    const field = await dialog.findByLabelText('PIN de verificação em duas etapas')
    expect(dialog.getByText(/já tem um PIN/)).toBeTruthy()
    await userEvent.type(field, '42x4242{Enter}')
    await waitFor(() => expect(sent(calls)[1]).toEqual({ ...result, pin: '424242' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('tries again with the same code where that can help', async () => {
    const { calls, dialog } = await open(['ERR_CLOUD_UNAVAILABLE'])
    page?.say({ kind: 'finished', result })
    await userEvent.click(await dialog.findByRole('button', { name: 'Tentar de novo' }))
    await waitFor(() => expect(sent(calls)).toHaveLength(2))
  })

  it('begins again where it cannot', async () => {
    const { dialog } = await open(['ERR_CLOUD_SIGNUP_CODE'])
    page?.say({ kind: 'finished', result })
    expect(await dialog.findByText(/venceu ou já foi usada/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Tentar de novo' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Conectar com a Meta' })).toBeTruthy()
  })

  it.each<[SignupEnd, RegExp]>([
    [{ why: 'closed' }, /A janela foi fechada/],
    [{ why: 'cancelled' }, /cancelada na Meta/],
    [{ why: 'noNumber' }, /sem um número/],
    [{ why: 'unavailable' }, /carregar a página da Meta/],
    [
      { why: 'failed', message: 'O nome <b>não</b> foi aceito' },
      /A Meta informou: O nome <b>não<\/b> foi aceito/,
    ],
  ])('says how the window ended: %p', async (end, words) => {
    const { calls, dialog } = await open()
    page?.say({ kind: 'ended', end })
    expect(await dialog.findByText(words)).toBeTruthy()
    expect(sent(calls)).toEqual([])
  })

  it('says that the browser opened no window', async () => {
    jest.spyOn(window, 'open').mockReturnValue(null)
    const { dialog } = await open()
    expect(await dialog.findByText(/O navegador bloqueou a janela/)).toBeTruthy()
  })

  it('closes the window with the dialog', async () => {
    const { dialog } = await open()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(page?.heard.at(-1)?.kind).toBe('close'))
  })
})

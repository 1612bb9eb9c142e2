import { capabilities, type CloudAccountView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { buildConnection, noTickets } from '../../testing/builders'
import type { FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { ConnectionsPage } from './connections-page'

const none: CloudAccountView = {
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
  signup: null,
}

const stored: CloudAccountView = {
  ...none,
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  hasToken: true,
  hasAppSecret: true,
  hasVerifyToken: true,
  displayNumber: '+55 11 4002-8922',
  verifiedName: 'Loja do Bairro',
  quality: 'GREEN',
  checkedAt: '2026-11-27T12:00:00.000Z',
  parkedEvents: 2,
}

const open = async (account: CloudAccountView, refusal?: string) => {
  const connection = buildConnection({
    provider: 'cloud',
    capabilities: capabilities.cloud,
    status: 'DISCONNECTED',
    lastEnd: account.hasToken ? 'credentials-refused' : null,
  })
  const opened = await renderApp(<ConnectionsPage />, {
    user: { profile: 'admin' },
    path: '/connections',
    answer: ({ method, path }: FakeCall) => {
      if (path === '/whatsapp/1/cloud-account')
        return method === 'PUT' && refusal ? { status: 400, body: { error: refusal } } : { body: account }
      if (path.startsWith('/tickets')) return { body: noTickets }
      return { body: [connection] }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Credenciais' }))
  return { ...opened, dialog: within(await screen.findByRole('dialog')) }
}

const saved = (calls: FakeCall[]) => calls.filter(({ method }) => method === 'PUT')

describe('the credentials of the official API', () => {
  it('are all needed the first time, and are sent as they were entered', async () => {
    const { dialog, calls } = await open(none)
    const type = (label: RegExp, text: string) => userEvent.type(dialog.getByLabelText(label), text)
    await type(/Identificação do número/, '106540352242922')
    await type(/Identificação da conta/, '102290129340398')
    await userEvent.click(dialog.getByRole('button', { name: 'Verificar e conectar' }))
    await waitFor(() => expect(dialog.getAllByText('Obrigatório')).toHaveLength(3))
    expect(saved(calls)).toEqual([])
    await type(/Token do usuário/, 'EAAtoken')
    await type(/Chave secreta/, 'secret')
    await type(/Token de verificação/, 'verify')
    await userEvent.click(dialog.getByRole('button', { name: 'Verificar e conectar' }))
    await waitFor(() => expect(saved(calls)).toHaveLength(1))
    expect(JSON.parse(String(saved(calls)[0]?.body))).toEqual({
      phoneNumberId: '106540352242922',
      businessAccountId: '102290129340398',
      token: 'EAAtoken',
      appSecret: 'secret',
      verifyToken: 'verify',
    })
  })

  it('that are stored are not shown, may stay, and say what Meta said', async () => {
    const { dialog, calls } = await open(stored)
    expect(dialog.getByText(/Loja do Bairro · \+55 11 4002-8922/)).toBeTruthy()
    expect(dialog.getByText(/2 avisos da Meta/)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>(/Token do usuário/).value).toBe('')
    expect(dialog.getAllByText(/Deixe vazio/)).toHaveLength(3)
    expect(dialog.getByDisplayValue(`${window.location.origin}/webhooks/whatsapp`)).toBeTruthy()
    await userEvent.type(dialog.getByLabelText(/Token do usuário/), 'EAAnovo')
    await userEvent.click(dialog.getByRole('button', { name: 'Verificar e conectar' }))
    await waitFor(() => expect(saved(calls)).toHaveLength(1))
    expect(JSON.parse(String(saved(calls)[0]?.body))).toMatchObject({ token: 'EAAnovo', appSecret: '' })
  })

  it('that Meta refuses stay in the form, with what to do', async () => {
    const { dialog } = await open(stored, 'ERR_CLOUD_PERMISSION')
    await userEvent.type(dialog.getByLabelText(/Token do usuário/), 'EAAoutro')
    await userEvent.click(dialog.getByRole('button', { name: 'Verificar e conectar' }))
    expect(await screen.findByText(/O token não tem permissão para este número/)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>(/Token do usuário/).value).toBe('EAAoutro')
  })

  it('stand in the place of a QR code, which is offered nowhere', async () => {
    await open(stored)
    expect(screen.queryByText(/QR Code/)).toBeNull()
  })
})

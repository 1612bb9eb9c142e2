import { capabilities, type NumberMoveView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { buildConnection, noTickets } from '../../testing/builders'
import type { FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { ConnectionsPage } from './connections-page'

const move: NumberMoveView = {
  number: '5511940028922',
  isMoving: false,
  findings: [
    { kind: 'hasGroups', count: 0 },
    { kind: 'windowHours', count: 7 },
    { kind: 'botTexts', count: null },
    { kind: 'campaigns', count: 1 },
    { kind: 'edits', count: null },
  ],
}

const open = async (view: NumberMoveView = move, refusal?: string) => {
  const connection = buildConnection({ provider: 'beta', capabilities: capabilities.beta, name: 'Loja' })
  const official = buildConnection({
    id: 2,
    name: 'Oficial',
    provider: 'cloud',
    capabilities: capabilities.cloud,
  })
  const opened = await renderApp(<ConnectionsPage />, {
    user: { profile: 'admin' },
    path: '/connections',
    answer: ({ method, path }: FakeCall) => {
      if (path === '/whatsapp/1/move' && method === 'GET') return { body: view }
      if (path === '/whatsapp/1/move')
        return refusal ? { status: 409, body: { error: refusal } } : { body: { message: 'Moving' } }
      if (path.startsWith('/tickets')) return { body: noTickets }
      return { body: [connection, official] }
    },
  })
  const button = await screen.findByRole('button', { name: 'Mudar para a API oficial: Loja' })
  expect(screen.queryByRole('button', { name: 'Mudar para a API oficial: Oficial' })).toBeNull()
  await userEvent.click(button)
  const dialog = () => within(screen.getByRole('dialog', { name: 'Mudar Loja para a API oficial' }))
  await screen.findByRole('dialog')
  return { ...opened, dialog }
}

const ordered = (calls: FakeCall[]) => calls.filter(({ method }) => method === 'POST')

/* The button is there before the changes are, and disabled. */
const goOn = async (dialog: () => ReturnType<typeof within>) => {
  await waitFor(() => dialog().getByText(/não há volta/))
  await userEvent.click(dialog().getByRole('button', { name: 'Continuar' }))
}

const fill = async (dialog: () => ReturnType<typeof within>) => {
  const type = async (label: RegExp, text: string) =>
    userEvent.type(await dialog().findByLabelText(label), text)
  await type(/Identificação do número/, '106540352242922')
  await type(/Identificação da conta/, '102290129340398')
  await type(/Token do usuário/, 'EAAtoken')
  await type(/Chave secreta/, 'secret')
  await type(/Token de verificação/, 'verify')
}

describe('a linked number that moves to the official API', () => {
  it('is told what changes, with its counts, before anything is entered', async () => {
    const { dialog, calls } = await open()
    const rows = await waitFor(() => {
      const found = dialog().getAllByRole('listitem')
      expect(found).toHaveLength(5)
      return found.map(({ textContent }) => textContent)
    })
    expect(rows[0]).toMatch(/^Grupos não existem.*enviar\.$/)
    expect(rows[1]).toMatch(/^Passadas 24 horas.*7 agora$/)
    expect(rows[3]).toMatch(/^Campanhas.*1 agora$/)
    expect(dialog().getByText(/não há volta/)).toBeTruthy()
    expect(ordered(calls)).toEqual([])
  })

  it('moves with the five credentials, all of them needed, which stay when the changes are looked at again', async () => {
    const { dialog, calls } = await open()
    await goOn(dialog)
    expect((await dialog().findByText(/tem de ser/)).textContent).toContain('94002-8922')
    expect(document.activeElement).toBe(dialog().getByLabelText(/Identificação do número/))
    await userEvent.click(dialog().getByRole('button', { name: 'Verificar e mudar' }))
    await waitFor(() => expect(dialog().getAllByText('Obrigatório')).toHaveLength(5))
    await fill(dialog)
    await userEvent.click(dialog().getByRole('button', { name: 'Voltar' }))
    await goOn(dialog)
    await userEvent.click(dialog().getByRole('button', { name: 'Verificar e mudar' }))
    await waitFor(() => expect(ordered(calls)).toHaveLength(1))
    expect(JSON.parse(String(ordered(calls)[0]?.body))).toEqual({
      phoneNumberId: '106540352242922',
      businessAccountId: '102290129340398',
      token: 'EAAtoken',
      appSecret: 'secret',
      verifyToken: 'verify',
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays in the form when Meta has another number', async () => {
    const { dialog } = await open({ ...move, number: '' }, 'ERR_CLOUD_OTHER_NUMBER')
    await goOn(dialog)
    await fill(dialog)
    await userEvent.click(dialog().getByRole('button', { name: 'Verificar e mudar' }))
    expect(await screen.findByText(/este é outro número/)).toBeTruthy()
    expect(dialog().getByLabelText<HTMLInputElement>(/Token do usuário/).value).toBe('EAAtoken')
  })
})

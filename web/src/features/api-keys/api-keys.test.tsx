import { apiKeyBody, type ApiKeyView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { renderApp } from '../../testing/render-app'
import { emptyApiKey, toApiKeyBody, toApiKeyValues } from './api-key.form'
import { ApiKeysPage } from './api-keys-page'

const erp: ApiKeyView = {
  id: 5,
  name: 'ERP',
  prefix: 'balcao_7_Ab3dEf',
  scopes: ['tickets:read', 'messages:write'],
  queueIds: [3],
  networks: ['203.0.113.0/24', '2001:db8::/32'],
  user: { id: 12, name: 'Ana Souza' },
  expiresAt: null,
  lastUsedAt: null,
  createdAt: '2026-11-19T12:00:00.000Z',
}

describe('the form of an API key', () => {
  it('makes bodies that the contract takes, and keeps the last day', async () => {
    const values = { ...toApiKeyValues(erp), expiresAt: '2030-05-04' }
    const body = toApiKeyBody(values)
    await expect(apiKeyBody.noUnknown().validate(body, { strict: true })).resolves.toBeTruthy()
    expect(body.networks).toEqual(erp.networks)
    expect(toApiKeyValues({ ...erp, expiresAt: body.expiresAt ?? null }).expiresAt).toBe('2030-05-04')
    expect(new Date(body.expiresAt ?? '').getHours()).toBe(23)
    expect(toApiKeyBody({ ...emptyApiKey, expiresAt: '' }).expiresAt).toBeNull()
  })
})

describe('the page of API keys', () => {
  const open = () =>
    renderApp(<ApiKeysPage />, {
      answer: ({ method, path }) => {
        if (path.startsWith('/queue')) return { body: [{ id: 3, name: 'Vendas', color: '#1565C0' }] }
        if (method === 'POST') return { body: { ...erp, id: 6, key: 'balcao_7_o-segredo' } }
        if (method === 'GET') return { body: { apiKeys: [erp], count: 1, hasMore: false } }
        return { body: { message: 'ok' } }
      },
    })

  it('makes a key of ticked scopes, and shows it once', async () => {
    const user = userEvent.setup()
    const { calls } = await open()
    await screen.findByText('ERP')
    await user.click(screen.getByRole('button', { name: 'Adicionar chave' }))
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar chave de API' })
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Ler Atendimentos' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'Escrever Mensagens' }))
    expect(within(dialog).queryByRole('checkbox', { name: 'Escrever Usuários' })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    const shown = await screen.findByRole('dialog', { name: 'Sua chave de API' })
    expect(within(shown).getByLabelText<HTMLInputElement>('Chave').value).toBe('balcao_7_o-segredo')
    expect(JSON.parse(calls.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      name: 'Loja',
      scopes: ['tickets:read', 'messages:write'],
      queueIds: [],
      networks: [],
      expiresAt: null,
    })
    await user.click(within(shown).getByRole('button', { name: 'Fechar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('revokes a key after a question', async () => {
    const user = userEvent.setup()
    const { calls } = await open()
    await screen.findByText('ERP')
    await screen.findByText('balcao_7_Ab3dEf…')
    await user.click(screen.getByRole('button', { name: 'Excluir: ERP' }))
    const question = await screen.findByRole('alertdialog', { name: 'Revogar ERP?' })
    await user.click(within(question).getByRole('button', { name: /^(Excluir|Confirmar|OK)$/ }))
    await waitFor(() => expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/api-keys/5'))
  })
})

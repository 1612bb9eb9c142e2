import { capabilities, type CampaignPreviewView } from '@balcao/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { buildConnection } from '../../testing/builders'
import type { FakeAnswer } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { buildTemplate } from '../../testing/template-builders'
import { CampaignDialog } from './campaign-dialog'

const preview: CampaignPreviewView = {
  people: 1_124,
  invalid: 3,
  optedOut: 2,
  markets: [
    { callingCode: '55', people: 1_100 },
    { callingCode: '351', people: 24 },
  ],
  startsAt: '2026-12-01T12:00:00.000Z',
  endsAt: '2026-12-01T15:00:00.000Z',
  texts: [{ name: 'Bia Lima', number: '5511988887777', text: 'Oi Bia Lima!' }],
}

const settings = [{ key: 'variables', value: JSON.stringify([{ key: 'cupom', value: 'NATAL10' }]) }]

const templates = [
  buildTemplate(),
  buildTemplate({ id: '2', name: 'em_analise', canBeSent: false }),
  buildTemplate({ id: '3', whatsappId: 5, name: 'vitrine', headerFormat: 'DOCUMENT', body: 'Venha ver.' }),
]

const open = async (saved: FakeAnswer = { body: { id: 1 } }) => {
  const { calls } = await renderApp(<CampaignDialog campaign={undefined} onClose={() => undefined} />, {
    user: { profile: 'admin' },
    answer: ({ method, path }) => {
      if (method === 'POST') return path === '/campaigns/preview' ? { body: preview } : saved
      if (path.startsWith('/contact-lists/list')) return { body: [{ id: 3, name: 'Clientes' }] }
      if (path.endsWith('/templates')) return { body: templates }
      if (path.endsWith('/lanes')) return { body: { newChats: { quota: null } } }
      if (path === '/message-prices')
        return { body: { currency: 'BRL', prices: [], monthlyBudgetMicros: null } }
      if (path.startsWith('/whatsapp'))
        return {
          body: [
            buildConnection({ id: 4, name: 'Loja' }),
            buildConnection({ id: 5, name: 'Oficial', capabilities: capabilities.cloud }),
          ],
        }
      if (path === '/campaign-settings') return { body: settings }
      return { body: path.startsWith('/files') ? { files: [], count: 0, hasMore: false } : [] }
    },
  })
  const editor = await screen.findByRole('dialog', { name: 'Nova Campanha' })
  const choose = async (field: string, option: string) => {
    await userEvent.click(within(editor).getByRole('combobox', { name: field }))
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
  return {
    fill: async (at: string) => {
      await userEvent.type(within(editor).getByLabelText(/^Nome/), 'Natal')
      await choose('Lista de Contatos', 'Clientes')
      await choose('Conexão', 'Loja')
      await userEvent.type(within(editor).getByRole('textbox', { name: 'Mensagem 1' }), 'Oi {{nome}!')
      const field = await within(editor).findByRole('group', { name: 'Agendamento' })
      fireEvent.change(field.querySelector('input')!, { target: { value: at } })
    },
    editor,
    choose,
    press,
    bodies: () =>
      calls
        .filter(({ method, path }) => method === 'POST' && path === '/campaigns')
        .map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>),
  }
}

describe('a new campaign', () => {
  const loja = buildConnection({ id: 4, name: 'Loja' })
  it.each([
    ['the only connection', [loja], 'Loja'],
    ['no connection where there are two', [loja, buildConnection({ id: 5, name: 'Filial' })], 'Nenhuma'],
  ])('begins with %s, and says where lists are made', async (_case, connections, shown) => {
    // The dialog is opened before the connections are known.
    await renderApp(<CampaignDialog campaign={undefined} onClose={() => undefined} />, {
      user: { profile: 'admin' },
      answer: ({ path }) => ({
        body: path.startsWith('/whatsapp')
          ? connections
          : path.startsWith('/files')
            ? { files: [], count: 0, hasMore: false }
            : [],
      }),
    })
    const lists = await screen.findByRole<HTMLAnchorElement>('link', { name: 'crie uma lista' })
    expect(lists.pathname).toBe('/contact-lists')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Conexão' }).textContent).toBe(shown))
  })
})

describe('a campaign that is sent', () => {
  it('at a time is reviewed first: people, those left out, its end and its first texts', async () => {
    const { fill, press, bodies } = await open()
    await fill('01/12/2999 09:30')
    await press('Agendar')
    const review = await screen.findByRole('dialog', { name: 'Agendar a campanha?' })
    await within(review).findByText('1.124')
    const facts = within(review)
      .getAllByRole('definition')
      .map((fact) => fact.textContent)
    expect([facts[1], facts[2], facts[5]]).toEqual(['3', '2', 'cerca de 3 horas'])
    expect(within(review).getByText('Oi Bia Lima!')).toBeTruthy()
    expect(bodies()).toEqual([])
    await press('Agendar para 1.124 pessoas')
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).toMatchObject({ scheduledAt: new Date('2999-12-01T09:30').toISOString() })
    expect(bodies()[0]).not.toHaveProperty('sendNow')
  })

  it('now says so by name, and not by a time', async () => {
    const { fill, press, bodies } = await open()
    await fill('')
    await press('Enviar agora')
    await screen.findByRole('dialog', { name: 'Enviar agora?' })
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar agora a 1.124 pessoas' }))
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).toMatchObject({ sendNow: true, scheduledAt: null })
  })

  it('is not left by accident: a time that has passed is refused at its field', async () => {
    const { fill, press, bodies, editor } = await open()
    await fill('01/01/2026 09:00')
    await press('Agendar')
    const field = within(editor).getByRole('group', { name: 'Agendamento' })
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(within(editor).getByText(/^Este horário já passou/)).toBeTruthy()
    expect([screen.queryByRole('dialog', { name: /campanha\?/ }), bodies()]).toEqual([null, []])
  })

  it('lacks nothing, or says at which field it does', async () => {
    const { press, bodies, editor } = await open()
    await userEvent.type(within(editor).getByLabelText(/^Nome/), 'Natal')
    await press('Enviar agora')
    for (const fault of [/^Escolha a conexão/, /^Escolha uma lista/, /^Escreva pelo menos uma mensagem\./])
      expect(await within(editor).findByText(fault)).toBeTruthy()
    expect(bodies()).toEqual([])
  })

  it('and refused by the server says why at the field', async () => {
    const { fill, press, editor } = await open({ status: 400, body: { error: 'ERR_CAMPAIGN_IN_PAST' } })
    await fill('01/12/2999 09:30')
    await press('Agendar')
    await userEvent.click(await screen.findByRole('button', { name: 'Agendar para 1.124 pessoas' }))
    await within(editor).findByText(/^Este horário já passou/)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Agendar a campanha?' })).toBeNull())
  })
})

it('a draft is saved without a review', async () => {
  const { press, bodies, editor } = await open()
  await userEvent.type(within(editor).getByLabelText(/^Nome/), 'Natal')
  await press('Salvar rascunho')
  await waitFor(() => expect(bodies()).toHaveLength(1))
  expect(bodies()[0]).toMatchObject({ scheduledAt: null, message1: '' })
})

it('the preview of a message has every variable filled in', async () => {
  const { editor } = await open()
  fireEvent.change(within(editor).getByRole('textbox', { name: 'Mensagem 1' }), {
    target: { value: '{nome} {email} {numero} {cupom} {{firstName}} {outra}' },
  })
  const shown = 'Maria Souza maria@example.com 5511987654321 NATAL10 Maria {outra}'
  await waitFor(() => expect(within(editor).getByRole('group', { name: 'Prévia' }).textContent).toBe(shown))
})

describe('a campaign of an official number', () => {
  const start = async () => {
    const opened = await open()
    await userEvent.type(within(opened.editor).getByLabelText(/^Nome/), 'Natal')
    await opened.choose('Lista de Contatos', 'Clientes')
    await opened.choose('Conexão', 'Oficial')
    expect(await within(opened.editor).findByText(/só entrega mensagens livres/)).toBeTruthy()
    return { ...opened, editor: within(opened.editor) }
  }
  const chooseTemplate = async (editor: Awaited<ReturnType<typeof start>>['editor']) => {
    await userEvent.click(editor.getByRole('combobox', { name: 'Modelo' }))
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    await userEvent.click(screen.getByRole('option', { name: /^pedido_saiu/ }))
  }

  it('sends a template in place of messages, its variables filled in for each contact', async () => {
    const { editor, press, bodies } = await start()
    await chooseTemplate(editor)
    expect([
      editor.queryByRole('textbox', { name: 'Mensagem 1' }),
      editor.queryByText('Pedir confirmação'),
    ]).toEqual([null, null])
    expect(editor.getByRole('textbox', { name: /Texto: variável 1/ }).getAttribute('value')).toBe(
      '{{firstName}}',
    )
    await press('Enviar agora')
    expect(await editor.findByText(/a Meta recusa um valor em branco/)).toBeTruthy()
    await userEvent.click(editor.getByRole('button', { name: /contato: Texto: variável 2/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '{cupom}' }))
    expect(editor.getByText('Olá, Maria! O pedido NATAL10 saiu para entrega.')).toBeTruthy()
    await press('Enviar agora')
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar agora a 1.124 pessoas' }))
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).toMatchObject({
      whatsappId: 5,
      template: {
        name: 'pedido_saiu',
        language: 'pt_BR',
        header: [],
        body: ['{{firstName}}', '{cupom}'],
        buttons: [],
      },
    })
  })

  it('sends one with a document in its header once it has the file, which the review names', async () => {
    const { editor, press } = await start()
    await userEvent.click(editor.getByRole('combobox', { name: 'Modelo' }))
    await userEvent.click(await screen.findByRole('option', { name: /^vitrine/ }))
    await press('Enviar agora')
    expect(await editor.findByText(/este modelo não sai sem ele/)).toBeTruthy()
    const input = screen.getByRole('dialog', { name: 'Nova Campanha' }).querySelector('input[type=file]')
    const file = new File(['%PDF-1.4'], 'precos.pdf', { type: 'application/pdf' })
    await userEvent.upload(input as HTMLInputElement, file)
    await press('Enviar agora')
    expect(await screen.findByText('Arquivo: precos.pdf')).toBeTruthy()
  })

  it('goes back to messages with another connection', async () => {
    const { editor, choose } = await start()
    await chooseTemplate(editor)
    await choose('Conexão', 'Loja')
    expect(await editor.findByRole('textbox', { name: 'Mensagem 1' })).toBeTruthy()
    expect(editor.queryByRole('combobox', { name: 'Modelo' })).toBeNull()
  })
})

import { capabilities, type MessageView, type TemplateView } from '@balcao/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'

import { buildConnection } from '../../../testing/builders'
import { buildMe, buildMessage, buildTicket } from '../../../testing/desk-builders'
import { createFakeDesk } from '../../../testing/fake-desk'
import { installFakeLayout } from '../../../testing/fake-layout'
import { renderApp } from '../../../testing/render-app'
import { buildTemplate } from '../../../testing/template-builders'
import { OutboxProvider } from '../outbox'
import { TicketChat } from '../ticket-chat'

const ticket = buildTicket({ id: 1 })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

installFakeLayout()

const open = async (messages: Partial<MessageView>[], templates: TemplateView[] | 'fails') => {
  const desk = createFakeDesk({
    me: buildMe(),
    tickets: [ticket],
    messages: messages.map((own, index) => buildMessage({ seq: index + 1, ...own })),
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
          return { body: [buildConnection({ id: ticket.whatsappId ?? 0, capabilities: capabilities.cloud })] }
        if (url.pathname.endsWith('/templates'))
          return templates === 'fails'
            ? { status: 503, body: { error: 'ERR_UNAVAILABLE' } }
            : { body: templates }
        if (method === 'POST' && url.pathname === '/messages/1') sent.push(given)
        return desk.handle({ method, path: url.pathname, query: url.searchParams, body: given })
      },
    },
  )
  return { user: userEvent.setup(), sent }
}

const SEND = { name: 'Enviar modelo' }
const late = [{ createdAt: hoursAgo(25) }]

describe('a ticket whose window is closed', () => {
  it('offers a template in place of the composer, filled in with the contact’s name and shown before it is sent', async () => {
    const { user, sent } = await open(late, [buildTemplate()])
    await user.click(await screen.findByRole('button', SEND))
    const dialog = within(await screen.findByRole('dialog', SEND))
    expect((await dialog.findByRole('textbox', { name: /Texto: variável 1/ })).getAttribute('value')).toBe(
      'Helena',
    )
    const preview = within(dialog.getByRole('region', { name: 'Como o cliente vai ver' }))
    expect(preview.getByText('Olá, Helena! O pedido {{2}} saiu para entrega.')).toBeTruthy()
    expect(dialog.getByText(/preço de utilidade/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Enviar' }))
    expect(await dialog.findByText('Obrigatório')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: /Texto: variável 2/ }), '77')
    expect(preview.getByText('Olá, Helena! O pedido 77 saiu para entrega.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([
      expect.objectContaining({
        body: '',
        template: { name: 'pedido_saiu', language: 'pt_BR', header: [], body: ['Helena', '77'], buttons: [] },
      }),
    ])
  })

  it('opens it by one key, and takes what is known of the contact by a menu', async () => {
    const { user } = await open(late, [buildTemplate()])
    await screen.findByRole('button', SEND)
    await user.keyboard('{Alt>}p{/Alt}')
    const dialog = within(await screen.findByRole('dialog', SEND))
    await user.click(await dialog.findByRole('button', { name: /contato: Texto: variável 2/ }))
    await user.click(await screen.findByRole('menuitem', { name: /^Nome:/ }))
    expect(dialog.getByRole('textbox', { name: /Texto: variável 2/ }).getAttribute('value')).toBe(
      'Helena Castro',
    )
  })

  it('lets choose among those that can be sent, by their words', async () => {
    const { user } = await open(late, [
      buildTemplate(),
      buildTemplate({ id: '2', name: 'boas_vindas', category: 'MARKETING', body: 'Conheça a loja nova' }),
      buildTemplate({ id: '3', name: 'em_analise', state: 'PENDING', canBeSent: false }),
    ])
    await user.click(await screen.findByRole('button', SEND))
    const field = await screen.findByRole('combobox', { name: 'Modelo' })
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('pedido_saiu'),
      expect.stringContaining('boas_vindas'),
    ])
    await user.type(field, 'loja')
    await user.click(await screen.findByRole('option', { name: /boas_vindas/ }))
    expect(await screen.findByText(/preço de marketing/)).toBeTruthy()
  })

  it('says in its dialog that they cannot be read, and asks again', async () => {
    const { user } = await open(late, 'fails')
    await user.click(await screen.findByRole('button', SEND))
    const dialog = within(await screen.findByRole('dialog', SEND))
    expect(await dialog.findByRole('button', { name: 'Tentar de novo' })).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Enviar' })).toBeNull()
  })

  it('says so where no template is approved', async () => {
    const { user } = await open(late, [buildTemplate({ state: 'PENDING', canBeSent: false })])
    await user.click(await screen.findByRole('button', SEND))
    expect(await screen.findByText(/não tem nenhum modelo aprovado/)).toBeTruthy()
  })
})

describe('a template with a file in its header', () => {
  const invoice = buildTemplate({ headerFormat: 'DOCUMENT', body: 'A nota está acima.', canBeEdited: false })
  const choose = async () => {
    const { user, sent } = await open(late, [invoice])
    await user.click(await screen.findByRole('button', SEND))
    const dialog = await screen.findByRole('dialog', SEND)
    // Its form comes with the templates.
    await within(dialog).findByRole('region', { name: 'Como o cliente vai ver' })
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]')!
    return { user, sent, dialog: within(dialog), input }
  }

  it('asks for the file, of its kind, and shows it above the text', async () => {
    const { user, sent, dialog, input } = await choose()
    const preview = within(dialog.getByRole('region', { name: 'Como o cliente vai ver' }))
    expect(preview.getByText('Documento')).toBeTruthy()
    expect(dialog.getByText(/PDF, texto, Word/).textContent).toContain('100 MB')
    await user.click(dialog.getByRole('button', { name: 'Enviar' }))
    expect(await dialog.findByText('Obrigatório')).toBeTruthy()
    expect(sent).toEqual([])
    await user.upload(input, new File(['%PDF-1.4'], 'nota.pdf', { type: 'application/pdf' }))
    expect(await preview.findByText('nota.pdf')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remover arquivo: nota.pdf' }))
    expect(preview.queryByText('nota.pdf')).toBeNull()
  })

  it('takes a dropped one, and says what it takes instead of another', async () => {
    const { dialog } = await choose()
    const zone = dialog.getByRole('button', { name: /Anexar arquivo: Documento/ }).parentElement!
    const drop = (file: File) => fireEvent.drop(zone, { dataTransfer: { files: [file] } })
    drop(new File(['x'], 'foto.gif', { type: 'image/gif' }))
    expect(await dialog.findByText(/^foto.gif não serve. PDF, texto, Word/)).toBeTruthy()
    drop(new File(['%PDF-1.4'], 'nota.pdf', { type: 'application/pdf' }))
    expect(await dialog.findAllByText('nota.pdf')).toHaveLength(2)
    expect(dialog.queryByText(/não serve/)).toBeNull()
  })

  it('is shown in the thread with the file above its text', async () => {
    const media = {
      name: 'nota.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 8,
      width: null,
      height: null,
      durationSeconds: null,
      waveform: null,
      thumbnail: null,
      url: '/nota.pdf',
    }
    await open(
      [
        {
          ...late[0],
          fromMe: true,
          mediaType: 'template',
          body: 'A nota está acima.',
          media,
          medias: [media],
          mediaUrl: media.url,
        },
      ],
      [],
    )
    const bubble = within(await screen.findByRole('article'))
    expect(bubble.getByText('nota.pdf')).toBeTruthy()
    expect(bubble.getByText('A nota está acima.')).toBeTruthy()
    expect(bubble.getByText('Modelo')).toBeTruthy()
  })
})

it('a ticket whose customer has never written begins with a template', async () => {
  await open([{ fromMe: true, createdAt: hoursAgo(1) }], [buildTemplate()])
  expect(await screen.findByText(/ainda não escreveu/)).toBeTruthy()
})

it('a template may be sent while the window is open, too', async () => {
  const { user } = await open([{ createdAt: hoursAgo(1) }], [buildTemplate()])
  await screen.findByRole('textbox', { name: 'Digite uma mensagem' })
  await user.click(await screen.findByRole('button', SEND))
  expect(await screen.findByRole('dialog', SEND)).toBeTruthy()
})

it('a template in the thread is shown with its text and said to be one', async () => {
  await open([{ ...late[0], fromMe: true, mediaType: 'template', body: 'Olá, Helena! Saiu.' }], [])
  const bubble = within(await screen.findByRole('article'))
  expect(bubble.getByText('Olá, Helena! Saiu.')).toBeTruthy()
  expect(bubble.getByText('Modelo')).toBeTruthy()
})

import { automaticTexts, capabilities, type FallbackView, type TemplateView } from '@balcao/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { buildConnection, noTickets } from '../../../testing/builders'
import type { FakeCall } from '../../../testing/fake-fetch'
import { renderApp } from '../../../testing/render-app'
import { buildTemplate } from '../../../testing/template-builders'
import { ConnectionsPage } from '../connections-page'

const open = async (
  templates: TemplateView[],
  refusal?: { error: string; fields?: Record<string, string> },
  fallbacks: FallbackView[] = automaticTexts.map((text) => ({ text, template: null })),
) => {
  const connection = buildConnection({ name: 'Oficial', provider: 'cloud', capabilities: capabilities.cloud })
  const opened = await renderApp(<ConnectionsPage />, {
    user: { profile: 'admin' },
    path: '/connections',
    answer: ({ method, path }: FakeCall) => {
      if (path.startsWith('/whatsapp/1/templates')) {
        if (method === 'DELETE') return { status: 204, body: null }
        if (method === 'PUT')
          return refusal ? { status: 400, body: refusal } : { body: buildTemplate({ state: 'PENDING' }) }
        if (method === 'POST' && path === '/whatsapp/1/templates')
          return refusal ? { status: 400, body: refusal } : { body: buildTemplate({ state: 'PENDING' }) }
        return { body: templates }
      }
      if (path.startsWith('/whatsapp/1/fallbacks')) return { body: fallbacks }
      if (path.startsWith('/tickets')) return { body: noTickets }
      return { body: [connection] }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Modelos: Oficial' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Modelos: Oficial' }))
  return { ...opened, dialog }
}

const written = (calls: FakeCall[], method: string) => calls.filter((call) => call.method === method)

describe('the templates of an official connection', () => {
  it('are listed with state, reason, category, language and quality', async () => {
    const { dialog } = await open([
      buildTemplate(),
      buildTemplate({
        id: '2',
        name: 'oferta',
        category: 'MARKETING',
        state: 'REJECTED',
        reason: 'PROMOTIONAL',
        quality: 'UNKNOWN',
        canBeSent: false,
      }),
      buildTemplate({ id: '3', name: 'codigo', category: 'AUTHENTICATION', canBeSent: false }),
    ])
    const [first, second, third] = await dialog.findAllByRole('listitem')
    expect(first!.textContent).toContain('Aprovadopt_BR · Utilidade · Qualidade boa')
    expect(second!.textContent).toContain('Recusadopt_BR · Marketing')
    expect(second!.textContent).toContain('É promocional demais para a categoria')
    expect(third!.textContent).toContain('Não pode ser enviado daqui')
  })

  it('are read again from Meta', async () => {
    const { dialog, calls } = await open([])
    expect(await dialog.findByText(/Nenhum modelo nesta conta/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Sincronizar' }))
    await waitFor(() =>
      expect(written(calls, 'POST').map(({ path }) => path)).toEqual(['/whatsapp/1/templates/sync']),
    )
    expect(await screen.findByText('Modelos sincronizados.')).toBeTruthy()
  })

  it('are deleted after a question', async () => {
    const { dialog, calls } = await open([buildTemplate()])
    await userEvent.click(await dialog.findByRole('button', { name: 'Excluir: pedido_saiu (pt_BR)' }))
    const question = within(await screen.findByRole('alertdialog', { name: /Excluir o modelo pedido_saiu/ }))
    await userEvent.click(question.getByRole('button', { name: 'Excluir' }))
    await waitFor(() =>
      expect(written(calls, 'DELETE').map(({ path }) => path)).toEqual([
        '/whatsapp/1/templates/1689556908129832',
      ]),
    )
  })
})

describe('a new template', () => {
  const fill = async (refusal?: Parameters<typeof open>[1]) => {
    const { dialog, calls } = await open([], refusal)
    await userEvent.click(dialog.getByRole('button', { name: 'Novo modelo' }))
    const form = within(await screen.findByRole('dialog', { name: 'Novo modelo' }))
    await userEvent.type(form.getByRole('textbox', { name: /^Nome/ }), 'pedido_saiu')
    await userEvent.click(form.getByRole('textbox', { name: /^Texto/ }))
    await userEvent.paste('Olá, {{1}}! O seu pedido saiu para entrega.')
    return {
      form,
      calls,
      submit: () => userEvent.click(form.getByRole('button', { name: 'Enviar para análise' })),
    }
  }

  it('asks for an example of each variable, is shown, and submitted', async () => {
    const { form, calls, submit } = await fill()
    await submit()
    expect(await form.findByText('Obrigatório')).toBeTruthy()
    expect(written(calls, 'POST')).toEqual([])
    await userEvent.type(form.getByRole('textbox', { name: /Exemplo de/ }), 'Ana')
    await userEvent.click(form.getByRole('button', { name: 'Adicionar botão' }))
    await userEvent.type(form.getByRole('textbox', { name: /Texto do botão 1/ }), 'Obrigada')
    const preview = within(form.getByRole('region', { name: 'Como o cliente vai ver' }))
    expect(preview.getByText('Obrigada')).toBeTruthy()
    await submit()
    await waitFor(() => expect(written(calls, 'POST')).toHaveLength(1))
    expect(JSON.parse(written(calls, 'POST')[0]!.body)).toEqual({
      name: 'pedido_saiu',
      language: 'pt_BR',
      category: 'UTILITY',
      headerFormat: 'NONE',
      header: '',
      headerExamples: [],
      body: 'Olá, {{1}}! O seu pedido saiu para entrega.',
      bodyExamples: ['Ana'],
      footer: '',
      buttons: [{ type: 'QUICK_REPLY', text: 'Obrigada', url: '', phoneNumber: '' }],
    })
    expect(await screen.findByText(/Modelo enviado/)).toBeTruthy()
  })

  it.each([
    ['its name', { error: 'ERR_TEMPLATE_NAME_TAKEN' }, /Já existe um modelo com este nome/, /^Nome/],
    [
      'its text',
      { error: 'ERR_TEMPLATE_REFUSED', fields: { body: 'Too many variables for so few words' } },
      /Variáveis demais/,
      /^Texto/,
    ],
  ])('that Meta refuses says so at %s', async (_what, refusal, words, field) => {
    const { form, submit } = await fill(refusal)
    await userEvent.type(form.getByRole('textbox', { name: /Exemplo de/ }), 'Ana')
    await submit()
    expect(await form.findByText(words)).toBeTruthy()
    expect(form.getByRole('textbox', { name: field }).getAttribute('aria-invalid')).toBe('true')
  })
})

const PDF = new File(['%PDF-1.4'], 'tabela.pdf', { type: 'application/pdf' })
const choose = async (form: ReturnType<typeof within>, header: string) => {
  await userEvent.click(form.getByRole('combobox', { name: 'Cabeçalho' }))
  await userEvent.click(await screen.findByRole('option', { name: header }))
}
const give = (file: File) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })

describe('a template with a file in its header', () => {
  const write = async () => {
    const { dialog, calls } = await open([])
    await userEvent.click(dialog.getByRole('button', { name: 'Novo modelo' }))
    const form = within(await screen.findByRole('dialog', { name: 'Novo modelo' }))
    await userEvent.click(form.getByRole('textbox', { name: /^Nome/ }))
    await userEvent.paste('vitrine')
    await userEvent.click(form.getByRole('textbox', { name: /^Texto/ }))
    await userEvent.paste('A vitrine nova chegou.')
    return {
      form,
      calls,
      submit: () => userEvent.click(form.getByRole('button', { name: 'Enviar para análise' })),
    }
  }

  it('asks for its sample, and shows it', async () => {
    const { form, calls, submit } = await write()
    expect(form.queryByRole('textbox', { name: /^Título/ })).toBeNull()
    await choose(form, 'Documento')
    expect(form.getByText('PDF, até 100 MB. Também pode ser arrastado para cá.')).toBeTruthy()
    await submit()
    expect(await form.findByText('Obrigatório')).toBeTruthy()
    expect(written(calls, 'POST')).toEqual([])
    give(PDF)
    const preview = within(form.getByRole('region', { name: 'Como o cliente vai ver' }))
    expect(await preview.findByText('tabela.pdf')).toBeTruthy()
    // The form is checked after the file is shown.
    await waitFor(() => expect(form.queryByText('Obrigatório')).toBeNull())
  })

  it('does not take what Meta would not', async () => {
    const { form } = await write()
    const MB = 1024 * 1024
    for (const [header, files] of [
      [
        'Imagem',
        [
          new File(['x'], 'vitrine.webp', { type: 'image/webp' }),
          new File([], 'vazia.png', { type: 'image/png' }),
          new File([new Uint8Array(5 * MB + 1)], 'grande.png', { type: 'image/png' }),
        ],
      ],
      ['Vídeo', [new File(['x'], 'filme.3gp', { type: 'video/3gpp' })]],
      ['Documento', [new File(['x'], 'tabela.docx', { type: 'application/msword' })]],
    ] as const) {
      await choose(form, header)
      for (const file of files) {
        give(file)
        expect(await form.findByText(new RegExp(`^${file.name} não serve\\. `))).toBeTruthy()
        expect(form.queryByRole('button', { name: `Remover arquivo: ${file.name}` })).toBeNull()
      }
    }
  })

  it('loses the sample with the kind of its header', async () => {
    const { form } = await write()
    await choose(form, 'Documento')
    give(PDF)
    expect(await form.findByRole('button', { name: 'Remover arquivo: tabela.pdf' })).toBeTruthy()
    await choose(form, 'Imagem')
    expect(form.queryByText('tabela.pdf')).toBeNull()
    await choose(form, 'Título')
    expect(form.getByRole('textbox', { name: /^Título/ })).toBeTruthy()
    expect(document.querySelector('input[type=file]')).toBeNull()
  })
})

describe('a template that exists', () => {
  const existing = (own: Partial<TemplateView> = {}) =>
    buildTemplate({
      bodyExamples: ['Ana', '77'],
      body: 'Olá, {{1}}! O pedido {{2}} saiu para entrega hoje.',
      ...own,
    })
  const edit = async (template: TemplateView, refusal?: Parameters<typeof open>[1]) => {
    const { dialog, calls } = await open([template], refusal)
    await userEvent.click(await dialog.findByRole('button', { name: 'Editar: pedido_saiu (pt_BR)' }))
    const form = within(await screen.findByRole('dialog', { name: 'Editar modelo' }))
    return {
      form,
      calls,
      submit: () => userEvent.click(form.getByRole('button', { name: 'Enviar para análise' })),
    }
  }

  it('is edited: name, language and an approved category are texts, the rest is filled in', async () => {
    const { form, calls, submit } = await edit(existing())
    expect(form.queryByRole('textbox', { name: /^Nome/ })).toBeNull()
    expect(form.queryByRole('combobox', { name: 'Categoria' })).toBeNull()
    expect(form.getByText('pedido_saiu')).toBeTruthy()
    expect(form.getByText('Utilidade')).toBeTruthy()
    expect(form.getByText(/uma vez em 24 horas/)).toBeTruthy()
    const preview = within(form.getByRole('region', { name: 'Como o cliente vai ver' }))
    await userEvent.type(form.getByRole('textbox', { name: /^Rodapé/ }), 'Até logo')
    expect(preview.getByText('Até logo')).toBeTruthy()
    await submit()
    await waitFor(() => expect(written(calls, 'PUT')).toHaveLength(1))
    const [call] = written(calls, 'PUT')
    expect(call!.path).toBe('/whatsapp/1/templates/1689556908129832')
    expect(JSON.parse(call!.body)).toEqual({
      headerFormat: 'NONE',
      header: '',
      headerExamples: [],
      body: 'Olá, {{1}}! O pedido {{2}} saiu para entrega hoje.',
      bodyExamples: ['Ana', '77'],
      footer: 'Até logo',
      buttons: [],
    })
    expect(await screen.findByText(/Modelo enviado/)).toBeTruthy()
  })

  it('with a file in its header says that the sample is asked for again, until the header is another', async () => {
    const { form, calls, submit } = await edit(existing({ headerFormat: 'DOCUMENT' }))
    expect(form.getByText(/A Meta pede o exemplo do cabeçalho em cada edição/)).toBeTruthy()
    await submit()
    expect(await form.findByText('Obrigatório')).toBeTruthy()
    expect(written(calls, 'PUT')).toEqual([])
    give(PDF)
    await waitFor(() => expect(form.queryByText('Obrigatório')).toBeNull())
  })

  it('may lose its file for a title', async () => {
    const { form, calls, submit } = await edit(existing({ headerFormat: 'DOCUMENT' }))
    await choose(form, 'Título')
    expect(form.queryByText(/A Meta pede o exemplo/)).toBeNull()
    await userEvent.type(form.getByRole('textbox', { name: /^Título/ }), 'Loja')
    await submit()
    await waitFor(() => expect(written(calls, 'PUT')).toHaveLength(1))
    expect(JSON.parse(written(calls, 'PUT')[0]!.body)).toMatchObject({ headerFormat: 'TEXT', header: 'Loja' })
  })

  it('that was rejected says why, and may have another category, which Meta may refuse at its field', async () => {
    const template = existing({ state: 'REJECTED', reason: 'PROMOTIONAL', canBeSent: false })
    const { form, calls, submit } = await edit(template, {
      error: 'ERR_TEMPLATE_REFUSED',
      fields: { category: 'The category of an approved template stays' },
    })
    expect(form.getByText('É promocional demais para a categoria')).toBeTruthy()
    await userEvent.click(form.getByRole('combobox', { name: 'Categoria' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Marketing' }))
    await submit()
    expect(await form.findByText('A categoria de um modelo aprovado não muda')).toBeTruthy()
    expect(JSON.parse(written(calls, 'PUT')[0]!.body)).toMatchObject({ category: 'MARKETING' })
  })

  it('that Meta does not take so soon says so', async () => {
    const { form, submit } = await edit(existing(), { error: 'ERR_TEMPLATE_EDIT_LIMIT' })
    await submit()
    expect(await screen.findByText(/uma edição de um modelo aprovado em 24 horas/)).toBeTruthy()
    expect(form.getByRole('textbox', { name: /^Texto/ })).toBeTruthy()
  })

  it('is not offered for editing under review, nor with parts that are not made here', async () => {
    const { dialog } = await open([
      existing({ state: 'PENDING', canBeEdited: false }),
      existing({ id: '2', name: 'com_mapa', headerFormat: 'LOCATION', canBeEdited: false }),
    ])
    const [pending, place] = await dialog.findAllByRole('listitem')
    expect(pending!.textContent).not.toContain('Só pode ser editado na Meta')
    expect(place!.textContent).toContain('Só pode ser editado na Meta')
    expect(dialog.queryAllByRole('button', { name: /^Editar/ })).toEqual([])
  })
})

describe('what leaves outside of the 24 hours', () => {
  const region = (dialog: ReturnType<typeof within>) =>
    dialog.findByRole('region', { name: 'Fora das 24 horas' }).then((found: HTMLElement) => within(found))

  it('is nothing at first, and a template once it is chosen and filled in', async () => {
    const { dialog, calls } = await open([
      buildTemplate(),
      buildTemplate({ id: '2', name: 'vitrine', headerFormat: 'IMAGE' }),
    ])
    const shown = await region(dialog)
    expect(shown.getAllByText('Nenhum: o texto não sai')).toHaveLength(4)
    await userEvent.click(shown.getByRole('button', { name: 'Escolher o modelo: Mensagem de avaliação' }))
    const form = within(await screen.findByRole('dialog', { name: 'Mensagem de avaliação' }))
    expect(form.getByText(/três primeiros botões/)).toBeTruthy()
    await userEvent.click(await form.findByRole('combobox', { name: 'Modelo' }))
    expect(await screen.findByRole('option', { name: /pedido_saiu/ })).toBeTruthy()
    // A file would have to be kept for it.
    expect(screen.queryByRole('option', { name: /vitrine/ })).toBeNull()
    await userEvent.click(screen.getByRole('option', { name: /pedido_saiu/ }))
    const preview = within(await form.findByRole('region', { name: 'Como o cliente vai ver' }))
    expect(preview.getByText(/Olá, {{firstName}}!/)).toBeTruthy()
    const values = form.getAllByRole('textbox', { name: /variável/ })
    for (const value of values.slice(1)) await userEvent.type(value, '77')
    await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(written(calls, 'PUT')).toHaveLength(1))
    expect(written(calls, 'PUT')[0]!.path).toBe('/whatsapp/1/fallbacks/rating')
    expect(JSON.parse(written(calls, 'PUT')[0]!.body)).toMatchObject({
      template: { name: 'pedido_saiu', language: 'pt_BR', body: ['{{firstName}}', '77'] },
    })
    expect(await screen.findByText('Modelo salvo.')).toBeTruthy()
  })

  it('is not saved while a value is blank', async () => {
    const { dialog, calls } = await open([buildTemplate({ body: 'O pedido {{1}} saiu para entrega.' })])
    await userEvent.click(
      (await region(dialog)).getByRole('button', { name: 'Escolher o modelo: Outros textos automáticos' }),
    )
    const form = within(await screen.findByRole('dialog', { name: 'Outros textos automáticos' }))
    await userEvent.click(await form.findByRole('combobox', { name: 'Modelo' }))
    await userEvent.click(await screen.findByRole('option', { name: /pedido_saiu/ }))
    await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
    expect(await form.findByText('Obrigatório')).toBeTruthy()
    expect(written(calls, 'PUT')).toEqual([])
  })

  it('is shown, said to be unusable once its template is, and taken back', async () => {
    const template = { name: 'pedido_saiu', language: 'pt_BR', header: [], body: ['{{name}}'], buttons: [] }
    const { dialog, calls } = await open([buildTemplate()], undefined, [
      { text: 'rating', template },
      { text: 'completion', template: { ...template, name: 'antigo' } },
    ])
    const shown = await region(dialog)
    expect(shown.getByText('pedido_saiu (pt_BR)')).toBeTruthy()
    expect(shown.getByText('antigo (pt_BR): não pode ser enviado agora')).toBeTruthy()
    await userEvent.click(shown.getByRole('button', { name: 'Escolher o modelo: Mensagem de avaliação' }))
    const form = within(await screen.findByRole('dialog', { name: 'Mensagem de avaliação' }))
    expect(await form.findByDisplayValue('{{name}}')).toBeTruthy()
    await userEvent.clear(form.getByRole('combobox', { name: 'Modelo' }))
    await userEvent.tab()
    await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(written(calls, 'PUT')).toHaveLength(1))
    expect(JSON.parse(written(calls, 'PUT')[0]!.body)).toEqual({ template: null })
  })
})

import type { ContactImportView, SheetPreviewView } from '@balcao/contracts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { buildSheetForm, type SheetColumns } from '../../data/file-form'
import { applyEvent } from '../../data/live/handlers'
import type { FakeCall } from '../../testing/fake-fetch'
import { setUploadLimit } from '../../lib/upload-limit'
import { renderApp } from '../../testing/render-app'
import { ImportDialog } from './import-dialog'
import { ImportProgress } from './import-progress'
import { ColumnMapping, writeFaults } from '../sheet-import'

const running: ContactImportView = {
  id: 4,
  fileName: 'clientes.xlsx',
  status: 'running',
  total: 10,
  created: 2,
  existing: 1,
  failed: 1,
  createdAt: '2026-11-22T12:00:00.000Z',
}

const preview: SheetPreviewView = {
  header: ['Código', 'Cliente', '', 'E-mail'],
  rows: [{ row: 2, cells: ['7', 'Ana Lima', '5.51199E+12', 'ana@example.test'] }],
  columns: { name: null, number: null, email: 3 },
}

const map = async (field: string, column: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${field}`) }))
  await userEvent.click(await screen.findByRole('option', { name: column }))
}

const MEBIBYTE = 1024 * 1024

const choose = async (name: string, sizeBytes = 1) => {
  const input = await screen.findByLabelText<HTMLInputElement>('Escolher arquivo', { selector: 'input' })
  await userEvent
    .setup({ applyAccept: false })
    .upload(input, Object.defineProperty(new File(['x'], name), 'size', { value: sizeBytes }))
}

describe('the import of a spreadsheet', () => {
  it('takes .xlsx only, and sends nothing else', async () => {
    const { calls } = await renderApp(<ImportDialog onClose={() => undefined} />, {
      user: { profile: 'user' },
    })
    await choose('clientes.csv')
    expect((await screen.findByRole('alert')).textContent).toBe('Envie um arquivo .xlsx')
    expect(calls).toEqual([])
  })

  it('refuses before the upload what the server would refuse, naming its limit', async () => {
    setUploadLimit(MEBIBYTE)
    const { calls } = await renderApp(<ImportDialog onClose={() => undefined} />, {
      user: { profile: 'user' },
    })
    await choose('clientes.xlsx', MEBIBYTE + 1)
    expect((await screen.findByRole('alert')).textContent).toBe('O arquivo é grande demais: o limite é 1 MB.')
    expect(calls).toEqual([])
  })

  it('has its columns mapped first, by its first rows', async () => {
    const started: SheetColumns[] = []
    await renderApp(
      <ColumnMapping
        preview={preview}
        onStart={(columns) => started.push(columns)}
        onBack={() => undefined}
      />,
    )
    const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Importar' })
    expect(start.disabled).toBe(true)
    await map('Nome', 'Cliente')
    await map('Telefone', 'Coluna 3')
    const rows = within(screen.getByRole('region', { name: 'Primeiras linhas' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'LinhaNomeTelefoneE-mail',
      '2Ana Lima5.51199E+12ana@example.test',
    ])
    await userEvent.click(start)
    expect(started).toEqual([{ name: 1, number: 2, email: 3 }])
  })

  it.each([
    [3, ['1', '2', '3']],
    [null, ['1', '2', null]],
  ])('is sent with its columns; e-mail %s', (email, sent) => {
    const form = buildSheetForm({ file: new File(['x'], 'a.xlsx'), columns: { name: 1, number: 2, email } })
    expect(['nameColumn', 'numberColumn', 'emailColumn'].map((name) => form.get(name))).toEqual(sent)
  })

  it('shows how far it is, live, then what was added and what was wrong', async () => {
    const { store } = await renderApp(<ImportProgress importId={4} />, {
      user: { profile: 'user' },
      answer: ({ path }: FakeCall) => ({
        body: path.endsWith('/faults') ? [{ row: 7, name: 'Zoe', number: '12', fault: 'number' }] : running,
      }),
    })
    expect(await screen.findByText('4 de 10 linhas')).toBeTruthy()
    const done: ContactImportView = { ...running, status: 'done', created: 8 }
    applyEvent('contactImport', { seq: 1, action: 'update', import: done } as never, store as never)
    expect(await screen.findByText('8 contatos adicionados. 1 já existia.')).toBeTruthy()
    const faults = await screen.findByRole('list', { name: '1 linha com erro' })
    expect((await within(faults).findByRole('listitem')).textContent).toBe('Linha 7: Zoe — telefone inválido')
  })
})

it('the list of errors holds no formula', () =>
  expect(writeFaults([{ row: 2, name: '=A1', number: '', fault: 'name' }], () => 'nome "curto"')).toBe(
    '\uFEFF2;\'=A1;;"nome ""curto"""',
  ))

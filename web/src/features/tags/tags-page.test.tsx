import type { TagView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import type { FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { TagsPage } from './tags-page'

const buildTag = (id: number, name: string, ticketsCount: number): TagView => ({
  id,
  name,
  color: '#1565C0',
  kanban: 0,
  userId: 1,
  ticketsCount,
})

const tags = [buildTag(1, 'Atraso', 2), buildTag(2, 'Ébano', 10), buildTag(3, 'Fatura', 0)]

const open = (profile: 'admin' | 'user' = 'admin', refusedId = 0) => {
  let left = tags
  return renderApp(<TagsPage />, {
    user: { profile },
    path: '/tags',
    answer: ({ method, path }) => {
      if (method === 'DELETE') {
        const id = Number(path.split('/').at(-1))
        if (id === refusedId) return { status: 404, body: { error: 'ERR_NO_TAG_FOUND' } }
        left = left.filter((tag) => tag.id !== id)
        return { body: { message: 'ok' } }
      }
      const words = new URLSearchParams(path.split('?')[1]).get('searchParam') ?? ''
      const found = left.filter(({ name }) => name.includes(words))
      return { body: { tags: found, count: found.length, hasMore: false } }
    },
  })
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const readDeleted = (calls: readonly FakeCall[]) =>
  calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)

const readNames = () =>
  screen.getAllByRole('rowheader').map((cell) => within(cell).getByText(/./).textContent)

describe('the tags page', () => {
  it('is sorted by its heads: ascending, descending, and as it came', async () => {
    const { calls } = await open()
    const head = await screen.findByRole('columnheader', { name: 'Registros' })
    const press = () => userEvent.click(within(head).getByRole('button', { name: 'Registros' }))
    expect(head.getAttribute('aria-sort')).toBeNull()
    await press()
    expect([readNames(), head.getAttribute('aria-sort')]).toEqual([
      ['Fatura', 'Atraso', 'Ébano'],
      'ascending',
    ])
    await press()
    expect([readNames(), head.getAttribute('aria-sort')]).toEqual([
      ['Ébano', 'Atraso', 'Fatura'],
      'descending',
    ])
    await press()
    expect([readNames(), head.getAttribute('aria-sort')]).toEqual([['Atraso', 'Ébano', 'Fatura'], null])
    // The whole list is here: nothing is asked again.
    expect(calls.filter(({ path }) => path.startsWith('/tags?'))).toHaveLength(1)
  })

  it('is sorted by the keyboard', async () => {
    await open()
    await screen.findByRole('button', { name: 'Nome' })
    while (document.activeElement?.textContent !== 'Nome') await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard(' ')
    expect(readNames()).toEqual(['Fatura', 'Ébano', 'Atraso'])
  })

  it('deletes those that are selected, one after the other, and says which refused', async () => {
    const { calls } = await open('admin', 2)
    await screen.findByText('Atraso')
    await userEvent.click(box('Selecionar Atraso'))
    expect(box('Selecionar todos os carregados').dataset['indeterminate']).toBe('true')
    await userEvent.click(box('Selecionar Ébano'))
    expect(screen.getByText('2 selecionados').getAttribute('role')).toBe('status')
    // Not a button below the bar.
    expect(screen.queryByRole('button', { name: 'Nome' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Excluir' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Excluir 2 itens?' })
    expect(readDeleted(calls)).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
    await screen.findByText(/^1 item excluído. 1 não foi excluído: Ébano \(.+\)$/)
    expect(readDeleted(calls)).toEqual(['/tags/1', '/tags/2'])
    await waitFor(() => expect(readNames()).toEqual(['Ébano', 'Fatura']))
    expect(screen.getByText('1 selecionado')).toBeTruthy()
  })

  it('selects and deletes cards as it does rows', async () => {
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation((media) => Object.assign(new EventTarget(), { media, matches: true }) as never)
    const { calls } = await open()
    await screen.findByText('Atraso')
    expect(screen.queryByRole('table')).toBeNull()
    await userEvent.click(box('Selecionar Atraso'))
    expect(box('Selecionar todos os carregados').dataset['indeterminate']).toBe('true')
    await userEvent.click(box('Selecionar todos os carregados'))
    expect(screen.getByText('3 selecionados').getAttribute('role')).toBe('status')
    await userEvent.click(box('Selecionar Ébano'))
    await userEvent.click(screen.getByRole('button', { name: 'Excluir' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Excluir 2 itens?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
    await waitFor(() => expect(readDeleted(calls)).toEqual(['/tags/1', '/tags/3']))
    await waitFor(() => expect(screen.queryByText('Atraso')).toBeNull())
    jest.restoreAllMocks()
  })

  it('selects a range with Shift, and with Space by the keyboard', async () => {
    await open()
    await screen.findByText('Atraso')
    const user = userEvent.setup()
    await user.click(box('Selecionar Atraso'))
    await user.keyboard('{Shift>}')
    await user.click(box('Selecionar Fatura'))
    await user.keyboard('{/Shift}')
    expect(screen.getByText('3 selecionados')).toBeTruthy()
    await user.keyboard(' ')
    expect(screen.getByText('2 selecionados')).toBeTruthy()
  })

  it('has no selection after a search, and a cancelled question deletes nothing', async () => {
    const { calls } = await open()
    await screen.findByText('Atraso')
    await userEvent.click(box('Selecionar todos os carregados'))
    await userEvent.click(screen.getByRole('button', { name: 'Excluir' }))
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.type(screen.getByRole('searchbox'), 'Fat')
    await waitFor(() => expect(readNames()).toEqual(['Fatura']))
    expect(screen.queryByText(/selecionado/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Limpar busca' }))
    await screen.findByText('Atraso')
    expect(screen.queryByText(/selecionado/)).toBeNull()
    expect(readDeleted(calls)).toEqual([])
  })

  it('selects for an agent no lane of the kanban, which only administrators delete', async () => {
    const lane = { ...tags[2]!, kanban: 1 }
    tags[2] = lane
    await open('user')
    await screen.findByText('Atraso')
    expect(box('Selecionar Fatura')).toHaveProperty('disabled', true)
    await userEvent.click(box('Selecionar todos os carregados'))
    expect(screen.getByText('2 selecionados')).toBeTruthy()
    tags[2] = { ...lane, kanban: 0 }
  })
})

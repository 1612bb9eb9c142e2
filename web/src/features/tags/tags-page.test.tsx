import type { TagView } from '@balcao/contracts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

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

const open = () =>
  renderApp(<TagsPage />, {
    user: { profile: 'admin' },
    path: '/tags',
    answer: ({ method }) => ({
      body: method === 'GET' ? { tags, count: tags.length, hasMore: false } : { message: 'ok' },
    }),
  })

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
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import type { TagView } from '@balcao/contracts'

import { buildTicket } from '../../testing/builders'
import type { FakeAnswer } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { TagField } from './tag-field'

const tag: TagView = { id: 5, name: 'Cliente antigo', color: '#1565C0', kanban: 0, userId: null }

it('typed before the tags are there, the first letters choose the tag that exists', async () => {
  let answerList: (answer: FakeAnswer) => void = () => undefined
  const listed = new Promise<FakeAnswer>((resolve) => (answerList = resolve))
  const { calls } = await renderApp(<TagField ticket={buildTicket()} />, {
    user: {},
    answer: ({ path }) => (path === '/tags/list' ? listed : { body: {} }),
  })
  await userEvent.type(await screen.findByRole('combobox'), 'cliente an')
  expect(screen.queryByRole('option')).toBeNull()
  answerList({ body: [tag] })
  await screen.findByRole('option', { name: 'Cliente antigo' })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(calls.some(({ path }) => path === '/tags/sync')).toBe(true))
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/tags/sync'])
})

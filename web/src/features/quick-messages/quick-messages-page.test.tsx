import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { renderApp } from '../../testing/render-app'
import { QuickMessagesPage } from './quick-messages-page'

it('asks before a file that was picked is given up', async () => {
  await renderApp(<QuickMessagesPage />, {
    user: { profile: 'admin' },
    path: '/quick-messages',
    answer: () => ({ body: { records: [], count: 0, hasMore: false } }),
  })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar resposta rápida' }))[0]!)
  const dialog = await screen.findByRole('dialog')
  await userEvent.upload(
    dialog.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['x'], 'tabela.pdf'),
  )
  await within(dialog).findByText('tabela.pdf')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('Descartar alterações?')).toBeTruthy()
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { renderApp } from '../../testing/render-app'
import { ContactListsPage } from './contact-lists-page'

const clients = { id: 3, name: 'Clientes', contactsCount: 0, companyId: 7 }

const open = (records: (typeof clients)[]) =>
  renderApp(<ContactListsPage />, {
    user: { profile: 'admin' },
    path: '/contact-lists',
    answer: ({ method }) => ({
      body: method === 'GET' ? { records, count: records.length, hasMore: false } : clients,
    }),
  })

const save = async (button: string) => {
  const name = await screen.findByLabelText(/^Nome/)
  await userEvent.clear(name)
  await userEvent.type(name, 'Amigos')
  await userEvent.click(screen.getByRole('button', { name: button }))
  await screen.findByText('Operação realizada com sucesso')
}

describe('a contact list', () => {
  it('is opened once it is made, for its contacts', async () => {
    const { where } = await open([])
    await userEvent.click((await screen.findAllByRole('button', { name: 'Nova lista' }))[0]!)
    await save('Adicionar')
    await waitFor(() => expect(where()).toBe('/contact-lists/3/contacts'))
  })

  it('is not opened by a new name', async () => {
    const { where } = await open([clients])
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Clientes' }))
    await save('Salvar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(where()).toBe('/contact-lists')
  })
})

import type { ContactView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { applyContactEvent } from '../../data/contacts.live'
import { applyEvent } from '../../data/live/handlers'
import { maskContactPhone } from '../../lib/format-phone'
import { buildContact } from '../../testing/builders'
import type { FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { ContactsPage } from './contacts-page'

const helena = buildContact({ email: 'helena@example.test' })
const icaro = buildContact({ id: 6, name: 'Ícaro Nunes', number: '14155550101' })

const answerWith =
  (found: (words: string) => ContactView[]) =>
  ({ method, path }: FakeCall) => {
    if (method === 'GET' && path.startsWith('/contacts?')) {
      const contacts = found(new URLSearchParams(path.split('?')[1]).get('searchParam') ?? '')
      return { body: { contacts, count: contacts.length, hasMore: false } }
    }
    if (method === 'GET') return { body: [] }
    if (method === 'POST') return { status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } }
    return { body: { message: 'ok' } }
  }

const open = (contacts: ContactView[], profile: 'admin' | 'user' = 'admin') =>
  renderApp(<ContactsPage />, {
    user: { profile },
    path: '/contacts',
    answer: answerWith((words) => contacts.filter(({ name }) => name.toLowerCase().includes(words))),
  })

const row = async (name: string) => (await screen.findByText(name)).closest('tr')!

describe('the contacts page', () => {
  afterEach(() => jest.restoreAllMocks())

  it('shows names, formatted numbers and the count', async () => {
    await open([helena, icaro])
    expect(within(await row('Helena Castro')).getByText('+55 (11) 98765-4321')).toBeTruthy()
    expect(within(await row('Ícaro Nunes')).getByText('+14155550101')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contatos2')
  })

  it('asks the server for the order that a head says', async () => {
    const { calls } = await open([helena, icaro])
    const name = await screen.findByRole('button', { name: 'Nome' })
    const sorts = () =>
      calls
        .filter(({ path }) => path.startsWith('/contacts?'))
        .map(({ path }) => new URLSearchParams(path.split('?')[1]).get('sort'))
    await userEvent.click(name)
    await userEvent.click(await screen.findByRole('button', { name: 'Nome' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Criado em' }))
    await waitFor(() => expect(sorts()).toEqual([null, 'name', '-name', 'createdAt']))
    expect(screen.queryByRole('button', { name: 'E-mail' })).toBeNull()
  })

  it('offers cards the same orders in a menu', async () => {
    jest.spyOn(globalThis, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media.includes('max-width'),
          addEventListener: () => 0,
          removeEventListener: () => 0,
        }) as never,
    )
    const { calls } = await open([helena, icaro])
    await userEvent.click(await screen.findByRole('button', { name: 'Ordenar: Ordem padrão' }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Criado em (decrescente)' }))
    await screen.findByRole('button', { name: 'Ordenar: Criado em (decrescente)' })
    await waitFor(() => expect(calls.at(-1)?.path).toContain('sort=-createdAt'))
  })

  it('invites when there is nobody, and says what was not found', async () => {
    await open([])
    await screen.findByText('Nenhum contato ainda')
    await userEvent.type(screen.getByRole('searchbox'), 'zé')
    expect(await screen.findByText('Nenhum resultado para “zé”')).toBeTruthy()
  })

  it('says that a search failed, instead of the list of the words before', async () => {
    const answers = answerWith(() => [helena])
    await renderApp(<ContactsPage />, {
      user: { profile: 'admin' },
      path: '/contacts',
      answer: (call) =>
        call.path.includes('searchParam=z')
          ? { status: 500, body: { error: 'ERR_INTERNAL' } }
          : answers(call),
    })
    await row('Helena Castro')
    await userEvent.type(screen.getByRole('searchbox'), 'zé')
    await screen.findByRole('button', { name: 'Tentar de novo' })
    expect(screen.queryByText('Helena Castro')).toBeNull()
  })

  it('refuses a number that another contact has, and keeps what was typed', async () => {
    const { calls } = await open([helena])
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar contato' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(await within(dialog).findByLabelText(/^Nome/), 'Zoe')
    const number = within(dialog).getByLabelText(/^Número/)
    await userEvent.type(number, '11987654321')
    expect((number as HTMLInputElement).value).toBe('(11) 98765-4321')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    expect(await within(dialog).findByText('Já existe um contato com este número.')).toBeTruthy()
    const sent = calls.find(({ method }) => method === 'POST')
    expect(JSON.parse(String(sent?.body))).toMatchObject({ name: 'Zoe', number: '+5511987654321' })
    expect((number as HTMLInputElement).value).toBe('(11) 98765-4321')
  })

  it.each([
    ['admin', undefined, true],
    ['user', undefined, false],
    ['supervisor', 'supervisor', true],
    ['user', 'supervisor', false],
    ['user', 'user', true],
  ] as const)('offers the export to %s where the setting says %s: %s', async (profile, value, isOffered) => {
    const answers = answerWith(() => [helena])
    await renderApp(<ContactsPage />, {
      user: { profile },
      path: '/contacts',
      answer: (call) =>
        call.path === '/settings' ? { body: value ? [{ key: 'exportContacts', value }] : [] } : answers(call),
    })
    await row('Helena Castro')
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Exportar CSV' }) !== null).toBe(isOffered),
    )
  })

  it('shows administrators who exported the contacts, and agents nothing of it', async () => {
    const answers = answerWith(() => [helena])
    const exported = {
      id: 3,
      user: { id: 2, name: 'Bruno Lima' },
      contacts: 1234,
      createdAt: '2026-11-20T15:00:00.000Z',
    }
    const openAs = (profile: 'admin' | 'user') =>
      renderApp(<ContactsPage />, {
        user: { profile },
        path: '/contacts',
        answer: (call) =>
          call.path.startsWith('/contacts/exports')
            ? { body: { exports: [exported, { ...exported, id: 2, contacts: null }], hasMore: false } }
            : answers(call),
      })
    const { unmount } = await openAs('user')
    await row('Helena Castro')
    expect(screen.queryByRole('button', { name: 'Exportações' })).toBeNull()
    unmount()
    await openAs('admin')
    await userEvent.click(await screen.findByRole('button', { name: 'Exportações' }))
    const dialog = await screen.findByRole('dialog', { name: 'Quem exportou os contatos' })
    expect(await within(dialog).findByText('1234')).toBeTruthy()
    expect(within(dialog).getAllByText('Bruno Lima')).toHaveLength(2)
    expect(within(dialog).getByText('Não se sabe')).toBeTruthy()
  })

  it('deletes for administrators only', async () => {
    const { unmount } = await open([helena], 'user')
    expect(within(await row('Helena Castro')).queryByRole('button', { name: /^Excluir/ })).toBeNull()
    unmount()
    await open([helena])
    await userEvent.click(
      within(await row('Helena Castro')).getByRole('button', { name: 'Excluir: Helena Castro' }),
    )
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Excluir' }),
    )
    expect(await screen.findByText('Nenhum contato ainda')).toBeTruthy()
  })

  it('starts a ticket with the contact chosen', async () => {
    await open([helena])
    await userEvent.click(
      within(await row('Helena Castro')).getByRole('button', { name: 'Iniciar conversa: Helena Castro' }),
    )
    const dialog = await screen.findByRole('dialog')
    await waitFor(() =>
      expect((within(dialog).getByLabelText('Contato') as HTMLInputElement).value).toBe('Helena Castro'),
    )
  })

  it('follows other users, live', async () => {
    const { store } = await open([helena])
    await row('Helena Castro')
    const tell = (payload: object) => applyEvent('contact', { seq: 1, ...payload } as never, store as never)
    tell({ action: 'create', contact: icaro })
    expect(await row('Ícaro Nunes')).toBeTruthy()
    tell({ action: 'update', contact: { ...helena, name: 'Helena Lima' } })
    expect(await row('Helena Lima')).toBeTruthy()
    tell({ action: 'delete', contactId: icaro.id })
    await waitFor(() => expect(screen.queryByText('Ícaro Nunes')).toBeNull())
  })
})

it('a page counts each event once', () => {
  const pages = [{ contacts: [helena], count: 1, hasMore: false }]
  applyContactEvent(pages, { action: 'create', contact: icaro }, '')
  applyContactEvent(pages, { action: 'create', contact: icaro }, '')
  expect([pages[0]?.contacts.map(({ id }) => id), pages[0]?.count]).toEqual([[6, 5], 2])
  applyContactEvent(pages, { action: 'delete', contactId: 5 }, '')
  applyContactEvent(pages, { action: 'delete', contactId: 5 }, '')
  expect([pages[0]?.contacts.map(({ id }) => id), pages[0]?.count]).toEqual([[6], 1])
  applyContactEvent(pages, { action: 'create', contact: helena }, 'icaro')
  expect(pages[0]?.count).toBe(1)
})

it.each([
  ['11987654321', '(11) 98765-4321'],
  ['5511987654321', '+55 (11) 98765-4321'],
  ['+14155550101', '+14155550101'],
  ['+', '+'],
])('%s is shown as %s while it is typed', (typed, shown) => expect(maskContactPhone(typed)).toBe(shown))

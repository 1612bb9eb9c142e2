import { userBody, userPatchBody, type UserView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { applyEvent } from '../../data/live/handlers'
import { buildUser } from '../../testing/builders'
import type { FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { emptyUser, toNewUser, toUserPatch, toUserValues } from './user.form'
import { UserModal } from './user-modal'
import { UsersPage } from './users-page'

const buildUserView = (given: Partial<UserView> = {}): UserView => ({
  id: 5,
  name: 'Bruno',
  email: 'bruno@demo.local',
  profile: 'user',
  companyId: 7,
  company: { id: 7, name: 'Loja Aurora' },
  super: false,
  allTicket: 'desabled',
  whatsappId: 4,
  queues: [{ id: 3, name: 'Vendas', color: '#1565C0' }],
  queueIds: [3],
  online: false,
  emailConfirmed: true,
  createdAt: '2026-11-19T12:00:00.000Z',
  ...given,
})

const me = buildUserView({ id: 12, name: 'Ana Souza', email: 'ana@demo.local', profile: 'admin' })

describe('the user form', () => {
  it('makes bodies that the contract takes', async () => {
    const values = { ...emptyUser, name: 'Bia', email: ' bia@demo.local ', password: 'cinco patos' }
    await expect(userBody.noUnknown().validate(toNewUser(values), { strict: true })).resolves.toBeTruthy()
    const patch = toUserPatch(toUserValues(buildUserView()), true)
    await expect(userPatchBody.noUnknown().validate(patch, { strict: true })).resolves.toBeTruthy()
    expect(patch).toEqual({
      name: 'Bruno',
      email: 'bruno@demo.local',
      profile: 'user',
      queueIds: [3],
      whatsappId: 4,
      allTicket: 'desabled',
    })
  })

  it('sends name, e-mail, both passwords of the own account, no rights', () => {
    const values = { ...toUserValues(me), password: 'cinco patos', currentPassword: 'balcao123' }
    expect(toUserPatch(values, false)).toEqual({
      name: 'Ana Souza',
      email: 'ana@demo.local',
      password: 'cinco patos',
      currentPassword: 'balcao123',
    })
  })
})

type Answerer = (call: FakeCall) => { status?: number; body: unknown } | undefined

const answerWith =
  (pages: UserView[][], special: Answerer = () => undefined) =>
  (call: FakeCall) => {
    const own = special(call)
    if (own) return own
    const { method, path } = call
    if (path.startsWith('/queue')) return { body: [{ id: 3, name: 'Vendas', color: '#1565C0' }] }
    if (path.startsWith('/whatsapp')) return { body: [{ id: 4, name: 'WhatsApp Loja' }] }
    if (method === 'GET' && /^\/users\/\d+$/.test(path))
      return { body: pages.flat().find(({ id }) => path.endsWith(`/${id}`)) }
    if (method === 'GET' && path.startsWith('/users')) {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('pageNumber') ?? 1)
      return {
        body: { users: pages[page - 1] ?? [], count: pages.flat().length, hasMore: page < pages.length },
      }
    }
    return { body: { message: 'ok' } }
  }

const open = (pages: UserView[][], special?: Answerer) =>
  renderApp(<UsersPage />, {
    user: { profile: 'admin' },
    path: '/users',
    answer: answerWith(pages, special),
  })

const row = async (name: string) => (await screen.findByText(name)).closest('tr')!

/* jsdom has no layout: the end of a list is always on screen. */
class VisibleAtOnce {
  constructor(private report: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    queueMicrotask(() => this.report([{ isIntersecting: true }]))
  }
  disconnect() {
    this.report = () => undefined
  }
}

beforeAll(() => Object.assign(globalThis, { IntersectionObserver: VisibleAtOnce }))

describe('the users page', () => {
  it('shows pages one after the other', async () => {
    const { calls } = await open([[me], [buildUserView()]])
    expect(within(await row('Bruno')).getByText('Vendas')).toBeTruthy()
    expect(calls.filter(({ path }) => path.startsWith('/users?')).map(({ path }) => path)).toEqual([
      expect.stringContaining('pageNumber=1'),
      expect.stringContaining('pageNumber=2'),
    ])
  })

  it('offers to try again when a page does not come', async () => {
    let isDown = true
    await open([[me], [buildUserView()]], ({ path }) =>
      isDown && path.includes('pageNumber=2')
        ? { status: 503, body: { error: 'ERR_UNAVAILABLE' } }
        : undefined,
    )
    const retry = await screen.findByRole('button', { name: /Não foi possível carregar mais/ })
    isDown = false
    await userEvent.click(retry)
    expect(await row('Bruno')).toBeTruthy()
  })

  it('creates a user and says what is wrong before it is sent', async () => {
    const { calls } = await open([[me]])
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar usuário' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/^Sem fila, este usuário só vê/)).toBeTruthy()
    await userEvent.type(await within(dialog).findByLabelText(/^Nome/), 'Bia')
    await userEvent.type(within(dialog).getByLabelText(/^E-mail/), 'bia')
    await userEvent.type(within(dialog).getByLabelText(/^Senha/), 'x7k')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    expect(await within(dialog).findByText('E-mail inválido')).toBeTruthy()
    expect(within(dialog).getByText('Muito curto')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText(/^E-mail/), '@demo.local')
    await userEvent.type(within(dialog).getByLabelText(/^Senha/), 'q9')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = calls.find(({ method }) => method === 'POST')
    expect(sent?.path).toBe('/users')
    expect(JSON.parse(String(sent?.body))).toEqual({
      name: 'Bia',
      email: 'bia@demo.local',
      password: 'x7kq9',
      profile: 'user',
      queueIds: [],
      whatsappId: null,
      allTicket: 'desabled',
    })
    expect(await screen.findByText('Usuário salvo com sucesso.')).toBeTruthy()
  })

  it('keeps what was typed when the server refuses', async () => {
    await open([[me, buildUserView()]], ({ method }) =>
      method === 'PUT' ? { status: 409, body: { error: 'ERR_EMAIL_ALREADY_EXISTS' } } : undefined,
    )
    await userEvent.click(within(await row('Bruno')).getByRole('button', { name: 'Editar: Bruno' }))
    const dialog = await screen.findByRole('dialog')
    const name = await within(dialog).findByLabelText(/^Nome/)
    await userEvent.clear(name)
    await userEvent.type(name, 'Bruno Lima')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await within(dialog).findByText('Já existe um usuário com este e-mail.')).toBeTruthy()
    expect((name as HTMLInputElement).value).toBe('Bruno Lima')
  })

  it('says that a new user’s e-mail waits for its owner, and mails the code again on request', async () => {
    const bia = buildUserView({
      id: 9,
      name: 'Bia',
      email: 'bia@mail.test',
      emailConfirmed: false,
      pendingEmail: 'bia@mail.test',
    })
    const { calls } = await open([[me, bia]], ({ method, path }) =>
      method === 'POST' && path.startsWith('/users') ? { body: bia } : undefined,
    )
    expect(within(await row('Bia')).getByText('Não confirmado')).toBeTruthy()
    await userEvent.click(within(await row('Bia')).getByRole('button', { name: 'Editar: Bia' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/^bia@mail.test ainda não foi confirmado/)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar o código de novo' }))
    expect(await screen.findByText(/^Enviamos um código para bia@mail.test/)).toBeTruthy()
    expect(calls.some(({ path }) => path === '/users/9/invitation')).toBe(true)
  })

  it('keeps a colleague’s e-mail until the given one is confirmed, asks for no code here', async () => {
    const bruno = buildUserView()
    const { calls } = await open([[me, bruno]], ({ method }) =>
      method === 'PUT' ? { body: { ...bruno, pendingEmail: 'novo@mail.test' } } : undefined,
    )
    await userEvent.click(within(await row('Bruno')).getByRole('button', { name: 'Editar: Bruno' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(await within(dialog).findByLabelText(/^E-mail/), 'x')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText(/^Enviamos um código para novo@mail.test/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.some(({ method }) => method === 'PUT')).toBe(true)
  })

  it('asks before it deletes, and cannot delete the own account', async () => {
    const { calls } = await open([[me, buildUserView()]])
    expect(
      within(await row('Ana Souza')).getByRole<HTMLButtonElement>('button', { name: 'Excluir: Ana Souza' })
        .disabled,
    ).toBe(true)
    await userEvent.click(within(await row('Bruno')).getByRole('button', { name: 'Excluir: Bruno' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('Todos os dados do usuário serão perdidos.')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
    await waitFor(() =>
      expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/users/5')).toBe(true),
    )
    expect(await screen.findByText('Usuário excluído com sucesso.')).toBeTruthy()
  })

  it('shows who comes online and who is new, live', async () => {
    const users = [me, buildUserView()]
    const { store } = await open([users])
    await row('Bruno')
    applyEvent('userPresence', { action: 'update', user: { id: 5, online: true } }, store)
    expect(await within(await row('Bruno')).findByRole('img', { name: 'Online' })).toBeTruthy()
    users.push(buildUserView({ id: 6, name: 'Carla' }))
    applyEvent(
      'user',
      { action: 'create', user: { ...buildUser({ id: 6, name: 'Carla' }), queueIds: [] } },
      store,
    )
    expect(await row('Carla')).toBeTruthy()
  })
})

it('an agent sees no rights in the own profile', async () => {
  await renderApp(<UserModal userId={12} onClose={() => undefined} />, {
    user: { id: 12, profile: 'user' },
    answer: answerWith([[buildUserView({ id: 12, name: 'Ana' })]]),
  })
  const dialog = await screen.findByRole('dialog', { name: 'Meu perfil' })
  expect(((await within(dialog).findByLabelText(/^Nome/)) as HTMLInputElement).value).toBe('Ana')
  expect(within(dialog).queryByLabelText(/^Perfil/)).toBeNull()
  expect(within(dialog).queryByLabelText(/^Filas/)).toBeNull()
})

describe('the own profile', () => {
  const openProfile = async (special: Answerer) => {
    const own = buildUserView({ id: 12, name: 'Ana' })
    const page = await renderApp(<UserModal userId={12} onClose={() => undefined} />, {
      user: { id: 12, profile: 'user' },
      answer: answerWith([[own]], special),
    })
    const dialog = await screen.findByRole('dialog', { name: 'Meu perfil' })
    await within(dialog).findByLabelText(/^Nome/)
    return { ...page, dialog }
  }
  const save = (dialog: HTMLElement) =>
    userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))

  it('asks for the present password once the password or e-mail is another, and goes on under the new token', async () => {
    const { dialog, calls, store } = await openProfile(({ method, path }) =>
      method === 'PUT' && path === '/users/12' ? { body: { ...me, token: 'renewed' } } : undefined,
    )
    expect(within(dialog).queryByLabelText(/^Senha atual/)).toBeNull()
    await userEvent.type(within(dialog).getByLabelText(/^Senha/), 'cinco patos')
    await save(dialog)
    expect(await within(dialog).findByText('Obrigatório')).toBeTruthy()
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
    await userEvent.type(within(dialog).getByLabelText(/^Senha atual/), 'balcao123')
    await save(dialog)
    await waitFor(() => expect(store.getState().session.token).toBe('renewed'))
    const sent = calls.find(({ method }) => method === 'PUT')
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
      password: 'cinco patos',
      currentPassword: 'balcao123',
    })
  })

  it('asks for the code that was mailed to the new e-mail', async () => {
    const { dialog, calls } = await openProfile(({ method, path }) => {
      if (method === 'PUT') return { body: { ...me, pendingEmail: 'nova@demo.local' } }
      return path === '/users/12/email' ? { body: { ...me, email: 'nova@demo.local' } } : undefined
    })
    const email = within(dialog).getByLabelText(/^E-mail/)
    await userEvent.clear(email)
    await userEvent.type(email, 'nova@demo.local')
    await userEvent.type(within(dialog).getByLabelText(/^Senha atual/), 'balcao123')
    await save(dialog)
    const asked = await screen.findByRole('dialog', { name: 'Confirmar o novo e-mail' })
    expect(asked.textContent).toContain('nova@demo.local')
    await userEvent.type(within(asked).getByLabelText(/^Código/), '7KQ2-M9XA')
    await userEvent.click(within(asked).getByRole('button', { name: 'Confirmar' }))
    expect(await screen.findByText('E-mail trocado com sucesso.')).toBeTruthy()
    expect(calls.find(({ path }) => path === '/users/12/email')?.body).toBe('{"code":"7KQ2-M9XA"}')
  })
})

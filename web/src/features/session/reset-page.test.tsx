import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import type { FakeAnswer } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { ResetPage } from './reset-page'

const open = (request: FakeAnswer = { body: { status: 200 } }, reset: FakeAnswer = { body: undefined }) =>
  renderApp(<ResetPage />, {
    path: '/forgetpsw',
    answer: ({ path }) => (path === '/resetpasswords' ? reset : request),
  })

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const askForCode = async () => {
  type('E-mail', ' ana@acme.test ')
  await click('Enviar código')
}
const fill = async (password = 'Nove patos 9', confirmation = password) => {
  await screen.findByLabelText('Código recebido por e-mail')
  type('Código recebido por e-mail', '7KQ2-M9XA')
  type('Nova senha', password)
  type('Confirme a nova senha', confirmation)
  await click('Redefinir senha')
}

describe('the password reset page', () => {
  it('asks for a code, takes the new password and goes on to the login', async () => {
    const { calls, where } = await open()
    await askForCode()
    expect(await screen.findByText('Email enviado com sucesso!')).toBeTruthy()
    expect((screen.getByLabelText('E-mail') as HTMLInputElement).readOnly).toBe(true)
    await fill()
    await waitFor(() => expect(where()).toBe('/login'))
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /forgetpassword/ana%40acme.test',
      'POST /resetpasswords',
    ])
    expect(JSON.parse(calls[1]?.body ?? '')).toEqual({
      email: 'ana@acme.test',
      token: '7KQ2-M9XA',
      password: 'Nove patos 9',
    })
    expect(await screen.findByText('Senha redefinida com sucesso.')).toBeTruthy()
  })

  it('says that the e-mail is unknown where the server tells it', async () => {
    await open({ body: { status: 404 } })
    await askForCode()
    expect((await screen.findByRole('alert')).textContent).toBe('Email não encontrado')
    expect(screen.queryByLabelText('Nova senha')).toBeNull()
  })

  it('sends no password that is too simple, and none that was typed differently', async () => {
    const { calls } = await open()
    await askForCode()
    await fill('nove patos', 'outra')
    expect(
      await screen.findByText(
        'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
      ),
    ).toBeTruthy()
    expect(screen.getByText('As senhas não correspondem')).toBeTruthy()
    expect(screen.getAllByText('atendido', { exact: false })).toHaveLength(2)
    expect(calls).toHaveLength(1)
  })

  it('keeps the form when the code is refused, and lets another e-mail be typed', async () => {
    await open(undefined, { status: 400, body: { error: 'ERR_RESET_CODE_INVALID' } })
    await askForCode()
    await fill()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^O código está errado/)
    expect(screen.getAllByDisplayValue('Nove patos 9')).toHaveLength(2)
    await click('Trocar e-mail ou pedir outro código')
    expect((screen.getByLabelText('E-mail') as HTMLInputElement).readOnly).toBe(false)
    expect(screen.queryByLabelText('Nova senha')).toBeNull()
  })
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import type { FakeAnswer } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { ConfirmPage } from './confirm-page'

const open = (path: string, answer: FakeAnswer = { body: undefined }) =>
  renderApp(<ConfirmPage />, { path, answer: () => answer })

const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Confirmar' }))

describe('the page that confirms an e-mail', () => {
  it('has what the mailed link says, and goes on to the login', async () => {
    const { calls, where } = await open('/confirm#email=bia%2Bx%40mail.test&code=7KQ2-M9XA-3F5T')
    await submit()
    await waitFor(() => expect(where()).toBe('/login'))
    expect(calls).toMatchObject([{ method: 'POST', path: '/emails/confirm' }])
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ email: 'bia+x@mail.test', code: '7KQ2-M9XA-3F5T' })
    expect(await screen.findByText('E-mail confirmado. Agora é só entrar.')).toBeTruthy()
  })

  it('says what is wrong, and keeps what was typed', async () => {
    await open('/confirm', { status: 400, body: { error: 'ERR_RESET_CODE_INVALID' } })
    await userEvent.type(await screen.findByLabelText('E-mail'), 'bia@mail.test')
    await userEvent.type(screen.getByLabelText('Código recebido por e-mail'), 'AAAA-AAAA-AAAA')
    await submit()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^O código está errado/)
    expect(screen.getByDisplayValue('AAAA-AAAA-AAAA')).toBeTruthy()
  })

  it('asks for both before it sends anything', async () => {
    const { calls } = await open('/confirm')
    await submit()
    await waitFor(() => expect(screen.getAllByText('Obrigatório')).toHaveLength(2))
    expect(calls).toEqual([])
  })
})

import type { ManagedUnsettledPaymentView, SubscriptionView } from '@balcao/contracts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { renderApp } from '../../testing/render-app'
import { InvoicesPage } from './invoices-page'
import { UnsettledPayments } from './unsettled-notice'

const payment: ManagedUnsettledPaymentView = {
  txid: 'a'.repeat(32),
  invoiceId: 7,
  reason: 'underpaid',
  value: 30,
  createdAt: '2026-11-20T12:00:00.000Z',
  companyId: 3,
  companyName: 'Padaria Sol',
}

const subscription: SubscriptionView = {
  payer: null,
  invoice: null,
  provider: 'efi',
  needsTaxId: false,
  recurrence: 'MENSAL',
  unsettled: [payment],
}

it('a company sees that its payment does not settle its invoice', async () => {
  await renderApp(<InvoicesPage />, {
    user: { profile: 'admin' },
    answer: ({ path }) => ({ body: path === '/subscription' ? subscription : [] }),
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /Pagamento de R\$\s30,00 \(cobrança de 20\/11\/2026\) não quita a fatura 7.*Fale com o suporte/,
  )
})

it('a super user marks a payment as resolved', async () => {
  let isResolved = false
  const { calls } = await renderApp(<UnsettledPayments />, {
    user: { profile: 'admin', super: true },
    answer: ({ method }) => {
      if (method === 'POST') isResolved = true
      return { body: method === 'POST' ? { message: '' } : isResolved ? [] : [payment] }
    },
  })
  await screen.findByText('Padaria Sol')
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como resolvido: Padaria Sol, 7' }))
  await waitFor(() => expect(screen.queryByText('Padaria Sol')).toBeNull())
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(
    `POST /subscription/unsettled/${payment.txid}/resolve`,
  )
})

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { applyEvent } from '../../data/live/handlers'
import { renderApp } from '../../testing/render-app'
import { useWebhookAlert } from './use-webhook-alert'

const Alert = () => {
  useWebhookAlert()
  return null
}

it('a webhook that was paused by itself is told on whatever page, with the way to it', async () => {
  const { store, where } = await renderApp(<Alert />, { user: { profile: 'admin' }, path: '/tickets' })
  const webhook = { id: 5, url: 'https://erp.example.com/balcao' }
  act(() =>
    applyEvent(
      'webhook',
      { action: 'paused', webhook },
      { dispatch: store.dispatch, getState: store.getState },
    ),
  )
  expect((await screen.findByRole('alert')).textContent).toContain(`${webhook.url} foi pausado`)
  screen.getByRole('button', { name: 'Ver webhooks' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(where()).toBe('/webhooks')
})

import { screen } from '@testing-library/react'

import { renderApp } from '../testing/render-app'

it('names where notices appear in the user’s language, with their key', async () => {
  await renderApp(null)
  expect(await screen.findByRole('region', { name: 'Avisos F8' })).toBeTruthy()
})

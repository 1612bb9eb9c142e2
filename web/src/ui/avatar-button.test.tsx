import { screen } from '@testing-library/react'

import { renderApp } from '../testing/render-app'
import { AvatarButton } from './avatar-button'

// The picture itself is seen in a browser: `contacts.slow.test.ts`.
describe('an avatar', () => {
  it.each([
    ['with a picture is a button that names it', '/public/m/helena', ['Abrir a foto de Helena']],
    ['without one is no button', null, []],
  ])('%s', async (_what, url, names) => {
    await renderApp(<AvatarButton name="Helena" url={url} />)
    expect(screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(names)
  })
})

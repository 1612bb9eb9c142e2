import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { storageKeys, writeStored } from '../../lib/storage'
import { renderApp } from '../../testing/render-app'
import { FirstSteps } from './first-steps'
import { listSteps, type CompanyNow } from './steps'

const empty: CompanyNow = { connections: [], queueCount: 0, userCount: 1, hasTriedBot: false }

describe('the first steps', () => {
  it.each<[Partial<CompanyNow>, string[]]>([
    [{}, []],
    [{ connections: [{ status: 'qrcode' }] }, []],
    [{ connections: [{ status: 'DISCONNECTED' }, { status: 'CONNECTED' }] }, ['connect']],
    [{ queueCount: 1 }, ['queue']],
    [{ userCount: 2 }, ['colleague']],
    [{ hasTriedBot: true }, ['bot']],
  ])('of %j are done: %j', (now, done) =>
    expect(
      listSteps({ ...empty, ...now })
        .filter(({ isDone }) => isDone)
        .map(({ id }) => id),
    ).toEqual(done),
  )
})

/* The storage of a test is emptied before the first paint. */
const AfterTheBot = () => {
  writeStored(storageKeys.triedBot, '1')
  return <FirstSteps />
}

const open = (
  answers: Record<string, unknown[]>,
  profile: 'admin' | 'user' = 'admin',
  page = <FirstSteps />,
) =>
  renderApp(page, {
    user: { profile },
    answer: ({ path }) => ({ body: answers[path.split('?')[0] ?? ''] ?? [] }),
  })

const list = () => screen.queryByRole('region', { name: 'Primeiros passos' })

describe('the checklist', () => {
  afterEach(() => localStorage.clear())

  it('leads an administrator of an empty company', async () => {
    await open({ '/users/list': [{ id: 1 }], '/queue': [{ id: 1 }] })
    await waitFor(() => expect(list()).toBeTruthy())
    expect(screen.getByText('1 de 4')).toBeTruthy()
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Conecte um número' }).pathname).toBe(
      '/connections',
    )
  })

  it('goes once all is done', async () => {
    const set = {
      '/users/list': [{ id: 1 }, { id: 2 }],
      '/queue': [{ id: 1 }],
      '/whatsapp': [{ id: 1, status: 'CONNECTED' }],
    }
    const { calls } = await open(set, 'admin', <AfterTheBot />)
    await waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(3))
    expect(list()).toBeNull()
  })

  it('stays hidden where a person hid it', async () => {
    await open({})
    await userEvent.click(await screen.findByRole('button', { name: 'Ocultar os primeiros passos' }))
    expect(list()).toBeNull()
  })

  it('asks nothing for an agent, who sets up nothing', async () => {
    const { calls } = await open({}, 'user')
    expect([list(), calls.filter(({ path }) => path !== '/auth/me').length]).toEqual([null, 0])
  })
})

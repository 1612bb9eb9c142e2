import * as contracts from '@balcao/contracts'
import { TEST_PASSWORD, type TestDesk } from '@balcao/testkit'

import { startDesk } from './support/start-desk'

const EMAIL = 'boss@demo.test'

/* Every call of a session; the first segment names the service. */
const endpoints = contracts
  .listEndpoints(contracts)
  .filter(({ access }) => access === 'user' || access === 'admin' || access === 'super')

let desk: TestDesk

const logIn = async () => {
  const response = await fetch(`${desk.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: TEST_PASSWORD }),
  })
  expect(response.status).toBe(200)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { token: ((await response.json()) as { token: string }).token, cookie }
}

const call = async (method: string, path: string, { token, cookie }: { token: string; cookie: string }) => {
  const headers = { authorization: `Bearer ${token}`, cookie }
  const response = await fetch(desk.url + path.replace(/:\w+/g, '1'), {
    method: method.toUpperCase(),
    headers,
  })
  await response.arrayBuffer()
  return response.status
}

beforeAll(async () => {
  desk = await startDesk({ staff: { boss: { super: true, profile: 'admin' } } })
})

it('answers no call of a session that was logged out, at once and of every service', async () => {
  const session = await logIn()
  await desk.settle()
  // Every service has the session in its cache now.
  for (const { method, path } of endpoints)
    if (method === 'get') expect([path, await call(method, path, session)]).not.toEqual([path, 401])
  expect(await call('delete', '/auth/logout', session)).toBe(200)
  const answered: string[] = []
  await Promise.all(
    endpoints.map(async ({ method, path }) => {
      const status = await call(method, path, session)
      if (status !== 401) answered.push(`${status} ${method} ${path}`)
    }),
  )
  expect(answered).toEqual([])
  expect(await call('post', '/auth/refresh_token', session)).toBe(401)
})

import type { LoginAnswer, PixChargeView } from '@balcao/contracts'
import { io } from 'socket.io-client'
import { createEntitlements } from '@balcao/platform'
import { TEST_PASSWORD, waitFor, type TestCompany, type TestDesk } from '@balcao/testkit'

import { changeCompany } from './support/change-company'
import { startDesk } from './support/start-desk'

/* A session of an administrator past the due date pays, and becomes whole: the same token, cookie and socket, without a log-in. */

const PAYER = {
  firstName: 'Marina',
  address2: 'Rua 1',
  city: 'Recife',
  zipcode: '50000-000',
  country: 'BR',
}

let desk: TestDesk
let company: TestCompany

beforeAll(async () => {
  desk = await startDesk({ env: { DEMO: 'minimal', HOST: '127.0.0.1' } })
  company = await desk.company('Atrasada', { caio: { profile: 'user' } })
})
afterAll(() => desk.stop())

const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
  const response = await fetch(desk.url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as unknown
  return { status: response.status, body: answer, cookies: response.headers.getSetCookie() }
}

const toCookie = (lines: readonly string[]) => lines.map((line) => line.split(';')[0]).join('; ')

it('a session past the due date pays, and is whole again without another log-in', async () => {
  const agent = await company.agent('caio')
  const login = { email: 'admin@atrasada.test', password: TEST_PASSWORD }
  const first = await send('POST', '/auth/login', {}, login)
  const { token } = first.body as LoginAnswer
  const call = <T>(method: string, path: string, body?: unknown) =>
    send(method, path, { authorization: `Bearer ${token}` }, body) as Promise<{ status: number; body: T }>
  const socket = io(desk.url, { query: { token }, transports: ['websocket'], reconnection: false })
  const heard: string[] = []
  const left: string[] = []
  socket.onAny((channel: string) => heard.push(channel))
  socket.on('disconnect', (reason) => left.push(reason))
  await waitFor(() => heard.includes('ready'))
  const tickets = async () => (await call('GET', '/tickets')).status
  expect(await tickets()).toBe(200)

  await changeCompany(
    desk,
    company.id,
    `due_at = '2020-01-01', recurrence = 'MENSAL', revision = revision + 1`,
  )
  await waitFor(async () => (await tickets()) === 402)
  await waitFor(() => !agent.socket.connected)
  const refreshed = await send('POST', '/auth/refresh_token', { cookie: toCookie(first.cookies) })
  expect(refreshed.status).toBe(200)

  expect(await call('POST', '/subscription', { planId: 3, city: 'Recife' })).toMatchObject({
    status: 400,
    body: { fields: { firstName: expect.any(String) } },
  })
  const charge = await call<PixChargeView>('POST', '/subscription', { ...PAYER, planId: 3 })
  expect(charge).toMatchObject({ status: 200, body: { valor: { original: '90.00' } } })
  expect((await call('POST', `/subscription/simulated/${charge.body.txid}/pay`, {})).status).toBe(200)

  await waitFor(async () => (await tickets()) === 200)
  const again = await send('POST', '/auth/refresh_token', { cookie: toCookie(refreshed.cookies) })
  expect((again.body as LoginAnswer).user.company.dueDate?.slice(0, 4)).not.toBe('2020')
  // The plan comes by an event of its own.
  await waitFor(async () => {
    const { users, connections, queues } = await createEntitlements(desk.portsOf('tickets')).limits(
      company.id as never,
    )
    return users === 50 && connections === 20 && queues === 30
  })
  await waitFor(() => heard.includes(`company-${company.id}-payment`))
  expect(left).toEqual([])
  socket.disconnect()
})

import type { ConnectionView, QueueView, TagView } from '@balcao/contracts'

import type { Desk } from './desk'
import { openViewer, until, type Viewer } from './viewer'

const PASSWORD = 'balcao123'

export interface Phone {
  /** Posts to the simulator's API. */
  network(path: string, body: unknown, method?: 'POST' | 'PUT'): Promise<void>
  says(number: string, message: Record<string, unknown>): Promise<void>
  /** The network's ids of what reached the number, oldest first. */
  got(number: string): Promise<string[]>
}

export interface Company {
  id: number
  admin: Viewer
  /** In Vendas. */
  vera: Viewer
  /** In Suporte. */
  saul: Viewer
  /** In no queue, but sees what waits without one. */
  nina: Viewer
  viewers: Viewer[]
  vendas: QueueView
  suporte: QueueView
  vip: TagView
  connection: ConnectionView
  phone: Phone
}

export const must = <T>({ status, body }: { status: number; body: T }): T => {
  if (status >= 300) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`)
  return body
}

const createPhone = (url: string, connection: number): Phone => {
  const network = async (path: string, body: unknown, method = 'POST') => {
    const answer = await fetch(`${url}/simulator/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`the network refused ${path}: ${answer.status} ${await answer.text()}`)
  }
  return {
    network,
    says: (number, message) => network('inbound', { messages: [{ connection, number, ...message }] }),
    got: async (number) => {
      const answer = await fetch(`${url}/simulator/outbound?connection=${connection}`)
      const { items } = (await answer.json()) as { items: { id: string; number: string }[] }
      return items.filter((item) => item.number === number).map(({ id }) => id)
    },
  }
}

export const pair = async (admin: Viewer, phone: Phone, connectionId: number): Promise<void> => {
  const getConnection = async () => must(await admin.call<ConnectionView>('GET', `/whatsapp/${connectionId}`))
  await until(async () => Boolean((await getConnection()).qrcode), 'a QR code')
  await phone.network(`connections/${connectionId}/scan`, {})
  await until(async () => (await getConnection()).status === 'CONNECTED', 'the session')
}

/** A company with every kind of user and a connected simulated phone with manual receipts; no viewer is live yet. */
export const openCompany = async (desk: Desk): Promise<Company> => {
  const person = (name: string, profile: 'admin' | 'user', allTicket: boolean) => ({
    name,
    profile,
    allTicket,
    email: `${name.toLowerCase()}@empresa.test`,
  })
  const people = [
    person('Marina', 'admin', true),
    person('Vera', 'user', false),
    person('Saul', 'user', false),
    person('Nina', 'user', true),
  ]
  const { companyId, userIds } = await desk.seedCompany('Empresa', PASSWORD, people)
  const findUserId = (email: string) => userIds[email] ?? 0
  const setUp = await openViewer(desk.url, 'set-up', 'marina@empresa.test', PASSWORD)
  const post = async <T>(path: string, body: unknown) => must(await setUp.call<T>('POST', path, body))
  const vendas = await post<QueueView>('/queue', { name: 'Vendas', color: '#1565C0', orderQueue: 1 })
  const suporte = await post<QueueView>('/queue', { name: 'Suporte', color: '#00796B', orderQueue: 2 })
  await desk.seedUserQueues(companyId, [
    [findUserId('vera@empresa.test'), [vendas.id]],
    [findUserId('saul@empresa.test'), [suporte.id]],
  ])
  const vip = await post<TagView>('/tags', { name: 'VIP', color: '#AD1457' })
  const connection = await post<ConnectionView>('/whatsapp', {
    name: 'Zap',
    provider: 'simulated',
    queueIds: [vendas.id, suporte.id],
    greetingMessage: 'Olá!',
  })
  const phone = createPhone(desk.url, connection.id)
  await phone.network('behaviour', { receipts: 'manual' }, 'PUT')
  await pair(setUp, phone, connection.id)
  // Groups are ignored by default.
  must(await setUp.call('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' }))
  // Whatever the time of the run.
  await post('/campaign-settings', { settings: { allowedHours: null } })
  await desk.settle()
  const [admin, vera, saul, nina] = await Promise.all(
    people.map(({ name, email }) => openViewer(desk.url, name, email, PASSWORD)),
  )
  if (!admin || !vera || !saul || !nina) throw new Error('a viewer is missing')
  return {
    id: companyId,
    admin,
    vera,
    saul,
    nina,
    vendas,
    suporte,
    vip,
    connection,
    phone,
    viewers: [admin, vera, saul, nina],
  }
}

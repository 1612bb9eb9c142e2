import type { CloudAccountView, ConnectionView } from '@balcao/contracts'

import type { GraphServer } from '../../../messaging-gateway/src/adapters/whatsapp/graph-server'
import { until, type Call } from './company'

/** A number at Meta that a desk's connection has. */
export interface OfficialNumber {
  connectionId: number
  phoneNumberId: string
  appId: string
  /** What an administrator enters. */
  credentials: {
    phoneNumberId: string
    businessAccountId: string
    token: string
    appSecret: string
    verifyToken: string
  }
}

/** A number at Meta and its connection in the desk, connected, with the app's webhook at the desk. */
export async function connectOfficialNumber(
  graph: GraphServer,
  desk: { url: string; call: Call },
  digits = '5511940000001',
): Promise<OfficialNumber> {
  const appSecret = 'the-secret-of-the-app'
  const app = await graph.addApp({ secret: appSecret })
  const account = graph.addBusinessAccount()
  const { id: phoneNumberId } = graph.addPhoneNumber({ accountId: account.id, digits })
  const { value: token } = graph.addToken({ appId: app.id, accountIds: [account.id] })
  const { body } = await desk.call<ConnectionView>('post', '/whatsapp', {
    name: 'Oficial',
    provider: 'cloud',
  })
  const verifyToken = `verify-${digits}`
  const credentials = { phoneNumberId, businessAccountId: account.id, token, appSecret, verifyToken }
  const path = `/whatsapp/${body.id}`
  const saved = await desk.call<CloudAccountView>('put', `${path}/cloud-account`, credentials)
  expect(saved.status).toBe(200)
  graph.app(app.id).webhook = { url: `${desk.url}/webhooks/whatsapp`, verifyToken, fields: 'all' }
  await until(async () => {
    const { body: connection } = await desk.call<ConnectionView>('get', path)
    return connection.status === 'CONNECTED' ? connection : undefined
  }, 'the official number')
  return { connectionId: body.id, phoneNumberId, appId: app.id, credentials }
}

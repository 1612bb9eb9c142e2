import type { CloudAccountView, ConnectionView } from '@balcao/contracts'

import { DEMO_ACCOUNT } from '@balcao/messaging-gateway/service'

import type { DemoQueue } from './demo-conversations'
import { waitForAnswer, type DeskClient } from './desk-client'

const NAME = 'WhatsApp Oficial'

/** A number of the official API at the simulated Meta, its credentials entered as an administrator does. Made once. */
export async function connectOfficialNumber(
  admin: DeskClient,
  queues: Record<DemoQueue, number>,
): Promise<void> {
  const known = (await admin.get<ConnectionView[]>('/whatsapp')).find(({ name }) => name === NAME)
  const { id } =
    known ??
    (await admin.post<ConnectionView>('/whatsapp', {
      name: NAME,
      provider: 'cloud',
      queueIds: [queues.Vendas, queues.Suporte],
      greetingMessage:
        '{{greeting}}, {{firstName}}! Aqui é a Loja Aurora, no número oficial. Como podemos ajudar?',
      complationMessage: 'Obrigado pelo contato, {{firstName}}!',
    }))
  const { phoneNumberId, businessAccountId, token, appSecret, verifyToken } = DEMO_ACCOUNT
  await admin.put<CloudAccountView>(`/whatsapp/${id}/cloud-account`, {
    phoneNumberId,
    businessAccountId,
    token,
    appSecret,
    verifyToken,
  })
  await waitForAnswer(async () => {
    const { status } = await admin.get<ConnectionView>(`/whatsapp/${id}`)
    return status === 'CONNECTED' ? true : undefined
  }, 'the official number')
}

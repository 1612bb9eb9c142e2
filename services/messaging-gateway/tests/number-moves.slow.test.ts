import type { ConnectionView } from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'

import { addNumber, credentialsOf, pointWebhook, startCloudGateway, startGraph } from './cloud-rig'
import { startFakeWhatsApp } from './fake-whatsapp'
import { asksToSend, gatewayDatabase, messageUuid, people, received, SCHEMA } from './support'
import { betaOptions, linked } from './support-beta'

const OURS = '5511940000001'
const PATIENCE_MS = 90_000

it('a number on a real phone’s wire moves: its device is unlinked, its keys are erased, its customers stay', async () => {
  const [wa, graph, pg] = await Promise.all([startFakeWhatsApp(), startGraph(), gatewayDatabase()])
  try {
    const gateway = await startCloudGateway(pg, graph, betaOptions(wa, wa.url))
    const { admin } = await people(pg, gateway.url)
    const account = wa.account(OURS)
    const customer = wa.contact('5511933340001')
    const id = await linked(pg, gateway, account)
    const heard = (body: string) =>
      waitFor(
        async () => (await received(pg)).map((event) => event.body.value).find((one) => one.body === body),
        PATIENCE_MS,
      )
    await customer.text(account, 'pelo celular')
    const { conversationId, contact } = await heard('pelo celular')
    const [messageId, later] = [messageUuid(1), messageUuid(2)]
    const delivered = (uuid: string) =>
      waitFor(async () => {
        const [row] = await pg.sql<{ state: string }>(
          `SELECT state FROM ${SCHEMA}.outbound WHERE message_id = $1`,
          [uuid],
        )
        return row?.state === 'DELIVERED' || row?.state === 'READ'
      }, PATIENCE_MS)
    await asksToSend(gateway, { messageId, connectionId: id, number: customer.number, body: 'olá' })
    await delivered(messageId)
    const ours = customer.inbox(account).messages.length

    const meta = await addNumber(graph, OURS)
    pointWebhook(graph, gateway, meta)
    expect(await admin('POST', `/whatsapp/${id}/move`, credentialsOf(meta))).toMatchObject({ status: 200 })
    await waitFor(async () => {
      const { body } = await admin<ConnectionView>('GET', `/whatsapp/${id}`)
      return body.provider === 'cloud' && body.status === 'CONNECTED' && body.number === OURS
    }, PATIENCE_MS)
    expect([...account.linked]).toEqual([])
    for (const table of ['signal_secrets', 'signal_journal', 'address_book'])
      expect(await pg.sql(`SELECT 1 FROM ${SCHEMA}.${table} WHERE connection_id = $1`, [id])).toEqual([])

    graph.customerWrites(meta.phoneNumberId, customer.number, 'pela API')
    const now = await heard('pela API')
    expect(now.conversationId).toBe(conversationId)
    expect(now.contact?.number).toBe(contact?.number)
    await asksToSend(gateway, { messageId: later, connectionId: id, number: customer.number, body: 'aqui' })
    await delivered(later)
    expect(graph.inbox(customer.number)).toHaveLength(1)
    expect(customer.inbox(account).messages).toHaveLength(ours)
    wa.verify()
  } finally {
    await pg.close()
    await graph.stop()
    await wa.stop()
  }
})

import type { MessageView, QuickMessageView, TicketView } from '@balcao/contracts'
import type { TestAgent, TestDesk } from '@balcao/testkit'

import { startDesk } from './support/start-desk'

const ADDRESS = 'https://desk.example.com'
/* Of this machine, so that the phone is simulated. */
const FRONT = 'http://localhost:3000'

let desk: TestDesk
let ana: TestAgent
let ticket: TicketView

beforeAll(async () => {
  desk = await startDesk({
    publicUrl: ADDRESS,
    publicOrigins: [FRONT],
    staff: { ana: { queues: ['Vendas'], allTicket: true } },
  })
  ana = await desk.agent('ana')
  const phone = await desk.phone('5511988887777', 'Helena')
  await phone.says('chegou?')
  await desk.settle()
  await desk.pg.sql(
    `UPDATE tickets.contacts SET picture_key = 'companies/' || company_id || '/2026/11/00112233445566778899aabbccddeeff.jpg'`,
  )
  const { body } = await ana.call<{ tickets: TicketView[] }>('GET', '/tickets?status=pending&showAll=true')
  ticket = body.tickets[0]!
  await ana.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana.userId })
  await desk.settle()
})

/* Every link to media in an answer or event, wherever it is. */
const listLinks = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"([^"]*\/public\/[^"]*)"/g)].map(([, link = '']) => link)

describe('with the public address of the desk', () => {
  it('pictures of contacts begin with it, in answers and events', async () => {
    const answers = [
      await ana.call('GET', '/tickets?status=open'),
      await ana.call('GET', `/tickets/${ticket.id}`),
      await ana.call('GET', '/contacts'),
      await ana.call('GET', `/messages/${ticket.id}?markAsRead=false`),
    ].map(({ body }) => body)
    for (const shown of [...answers, ana.heard('ticket').at(-1)]) {
      expect(listLinks(shown).length).toBeGreaterThan(0)
      for (const link of listLinks(shown)) expect(link.startsWith(`${ADDRESS}/public/m/`)).toBe(true)
    }
  })

  it('files of messages begin with it, and open to the session', async () => {
    const form = new FormData()
    form.append('medias', new Blob(['%PDF-1.4 x'], { type: 'application/pdf' }), 'nota.pdf')
    const sent = await ana.call<{ messages: MessageView[] }>('POST', `/messages/${ticket.id}`, form)
    await desk.settle()
    const [message] = sent.body.messages
    const heard = ana
      .heard<{ action: string; message: MessageView }>('appMessage')
      .filter(({ action, message: { id } }) => action === 'create' && id === message?.id)
    for (const shown of [message, heard[0]?.message]) {
      expect(shown?.mediaUrl).toMatch(new RegExp(`^${ADDRESS}/public/m/.*[?&]s=`))
      expect(shown?.media?.url).toBe(shown?.mediaUrl)
    }
    const path = (message?.mediaUrl ?? '').slice(ADDRESS.length)
    const open = (headers: Record<string, string>) => fetch(desk.url + path, { headers })
    const answer = await open({ authorization: `Bearer ${ana.token}`, origin: FRONT })
    expect([answer.status, await answer.text()]).toEqual([200, '%PDF-1.4 x'])
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-site')
    expect(answer.headers.get('access-control-allow-origin')).toBe(FRONT)
    expect((await open({})).status).toBe(401)
  })

  it('the file of a quick message is fetched by a page of a listed origin, which sends no cookie', async () => {
    const { call } = await desk.agent('admin')
    const made = await call<QuickMessageView>('POST', '/quick-messages', {
      shortcode: 'nota',
      message: 'Olá',
    })
    const form = new FormData()
    form.append('file', new Blob(['%PDF-1.4 y'], { type: 'application/pdf' }), 'nota.pdf')
    await call('POST', `/quick-messages/${made.body.id}/media-upload`, form)
    const { body } = await call<QuickMessageView>('GET', `/quick-messages/${made.body.id}`)
    const address = `${ADDRESS}/public/h/`
    expect([body.mediaPath?.startsWith(address), body.media?.url.startsWith(address)]).toEqual([true, false])
    const answer = await fetch(desk.url + body.mediaPath!.slice(ADDRESS.length), {
      headers: { origin: FRONT },
    })
    expect([answer.status, await answer.text()]).toEqual([200, '%PDF-1.4 y'])
    expect(answer.headers.get('access-control-allow-origin')).toBe(FRONT)
  })

  it('nothing but public files is shared with other origins', async () => {
    const { headers } = await fetch(`${desk.url}/version`, { headers: { origin: FRONT } })
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { OutboundLane } from '@balcao/contracts/wire'
import { KEEPS_CONNECTIONS, waitFor } from '@balcao/testkit'
import type { proto } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'

/* A link that we sent, as the recipient's phone shows it. */
describe('a link that is sent', () => {
  const asked: string[] = []
  let site: Server
  let origin: string
  let desk: Desk
  let account: Account
  let ana: Contact
  let id: number
  let settings: Record<string, string> = { linkPreviews: 'enabled' }

  beforeAll(async () => {
    const picture = await readFile(path.join(__dirname, 'fixtures/lossy.webp'))
    site = createServer(KEEPS_CONNECTIONS, ({ url = '' }, response) => {
      asked.push(url)
      if (url === '/a.webp') response.end(picture)
      else
        response
          .setHeader('content-type', 'text/html')
          .end(`<title>Loja ${url}</title><meta property="og:image" content="/a.webp">`)
    })
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    desk = await Desk.open({
      gateway: {
        tuning: { linkOrigins: [origin], outboundTimes: { acceptWithinMs: 30_000 } },
        rpc: { auth: { getSettings: () => Promise.resolve({ settings }) } },
      },
    })
    account = desk.wa.account('5511940000001')
    ana = desk.wa.contact('5511999990001')
    id = await desk.link(account)
  })
  afterAll(async () => {
    await desk.close()
    site.closeAllConnections()
    await new Promise((done) => site.close(done))
  })

  const send = async (
    to: Contact,
    body: string,
    lane = OutboundLane.OUTBOUND_LANE_AGENT,
  ): Promise<proto.IMessage> => {
    const before = to.inbox(account).messages.length
    await desk.sends(id, to, body, { lane })
    return (await waitFor(() => to.inbox(account).messages[before], PATIENCE_MS)).message
  }

  it('shows what the page says of itself, the same on a second try', async () => {
    desk.wa.faults.cut({ direction: 'in', tag: 'message', when: 'before' })
    const { extendedTextMessage: shown } = await send(ana, `veja ${origin}/p`)
    expect(shown).toMatchObject({
      text: `veja ${origin}/p`,
      matchedText: `${origin}/p`,
      title: 'Loja /p',
    })
    expect(Buffer.from(shown?.jpegThumbnail ?? []).subarray(0, 2)).toEqual(Buffer.from('ffd8', 'hex'))
    expect(asked).toEqual(['/p', '/a.webp'])
  })

  it('is fetched once for a campaign', async () => {
    asked.length = 0
    for (const number of ['5511999990002', '5511999990003', '5511999990004']) {
      const { extendedTextMessage: shown } = await send(
        desk.wa.contact(number),
        `${origin}/c`,
        OutboundLane.OUTBOUND_LANE_CAMPAIGN,
      )
      expect(shown?.title).toBe('Loja /c')
    }
    expect(asked).toEqual(['/c', '/a.webp'])
  })

  it('goes without where the page leads to a private address', async () => {
    const { extendedTextMessage: shown } = await send(ana, 'http://127.0.0.1:9/ e http://169.254.169.254/')
    expect(shown?.text).toContain('127.0.0.1')
    expect(shown?.title ?? '').toBe('')
  })

  it('goes without once the company wants none', async () => {
    asked.length = 0
    settings = { linkPreviews: 'disabled' }
    await desk.gateway.ports.cache.delete('messaging-gateway:1:linkPreviews')
    const { extendedTextMessage: shown } = await send(ana, `${origin}/q`)
    expect(shown?.title ?? '').toBe('')
    expect(asked).toEqual([])
  })
})

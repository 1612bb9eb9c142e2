import { randomBytes } from 'node:crypto'
import { request } from 'node:https'

import * as baileys from '@whiskeysockets/baileys'
import type { WAMessage } from '@whiskeysockets/baileys'

import { waitFor } from '@balcao/testkit'

import { mediaAgent, mediaDispatcher } from './index'
import { openStage, type Stage } from './stage'

let stage: Stage
const bytes = randomBytes(50_000)

beforeEach(async () => {
  stage = await openStage()
  const { wa, client, account } = stage
  client.configure({ fetchAgent: mediaAgent(wa.media), options: { dispatcher: dispatcher() } })
  await client.pair(account)
})

afterEach(() => stage.close())

const dispatcher = () => mediaDispatcher(stage.wa.media) as unknown as RequestInit['dispatcher']

const download = (message: WAMessage): Promise<Buffer> =>
  baileys.downloadMediaMessage(message, 'buffer', { options: { dispatcher: dispatcher() } })

const received = (): Promise<WAMessage> => waitFor(() => stage.client.messages.find(({ key }) => !key.fromMe))

describe('a file', () => {
  it('comes from a contact', async () => {
    const { wa, account, ana } = stage
    await ana.media(account, 'image', bytes, { caption: 'veja' })
    const message = await received()
    expect(message.message?.imageMessage?.caption).toBe('veja')
    expect(await download(message)).toEqual(bytes)
    wa.verify()
  })

  it('goes to a contact', async () => {
    const { wa, client, account, ana } = stage
    await client.sock.sendMessage(ana.jid('pn'), {
      document: bytes,
      mimetype: 'application/pdf',
      fileName: 'conta.pdf',
    })
    const got = await waitFor(() => ana.inbox(account).messages[0])
    expect(got.message.documentMessage?.fileName).toBe('conta.pdf')
    expect(ana.openMedia(got.message)).toEqual(bytes)
    expect(wa.media.uploads).toMatchObject([{ isIntact: true }])
    wa.verify()
  })

  it('is put up again by the phone when it is gone', async () => {
    const { wa, client, account, ana } = stage
    await ana.media(account, 'audio', bytes, { ptt: true })
    const message = await received()
    wa.media.expire(message.message?.audioMessage?.directPath ?? '')
    await expect(download(message)).rejects.toThrow()
    const fresh = await client.sock.updateMediaMessage(message)
    expect(await download(fresh)).toEqual(bytes)
  })

  it('is refused by the host while it is out of order', async () => {
    const { wa, account, ana } = stage
    wa.media.failNext(503)
    await ana.media(account, 'video', bytes)
    const message = await received()
    await expect(download(message)).rejects.toThrow()
    expect(await download(message)).toEqual(bytes)
  })
})

it('a picture is shown unless it is hidden', async () => {
  const { wa, client, ana } = stage
  await expect(client.sock.profilePictureUrl(ana.jid('pn'))).rejects.toThrow('item-not-found')
  ana.pictureUrl = wa.media.buildUrl(wa.media.put(bytes, 'image/jpeg', '/v/pps'))
  expect(await client.sock.profilePictureUrl(ana.jid('pn'))).toBe(ana.pictureUrl)
})

it('is reached by TLS with its own certificate', async () => {
  const { wa } = stage
  const path = wa.media.put(bytes)
  const got = await new Promise<number>((resolve, reject) =>
    request(`https://mmg.whatsapp.net${path}`, {
      agent: mediaAgent(wa.media),
      headers: { range: 'bytes=10-19' },
    })
      .on('response', (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end(),
  )
  expect(got).toBe(206)
})

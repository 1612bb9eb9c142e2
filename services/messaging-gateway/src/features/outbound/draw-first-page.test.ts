import { Readable } from 'node:stream'

import { campaignId, companyId, connectionId, messageId } from '@balcao/contracts'
import type { DeskEvent } from '@balcao/contracts/wire'

import type { MediaPreviews } from '../whatsapp-driver'
import { drawFirstPage, type PageDeps } from './draw-first-page'
import type { OutboundRow } from './outbound.store'

const MIB = 1024 * 1024
const row: OutboundRow = {
  operation: 'send',
  payload: {} as never,
  id: 1,
  companyId: companyId(1),
  connectionId: connectionId(2),
  conversationId: 'c',
  campaignId: undefined,
  byApi: false,
  lane: 'agent',
  messageId: messageId('sent'),
  targetId: undefined,
  networkId: undefined,
  waId: '3EB0X',
  remoteJid: '55@s.whatsapp.net',
  state: 'SENDING',
  failure: '',
  tries: 1,
}
const file = (mimeType: string, content: Buffer, sizeBytes = content.length) => ({
  key: 'companies/1/pedido.pdf',
  name: 'pedido.pdf',
  mimeType,
  sizeBytes,
  open: () => Promise.resolve(Readable.from([content])),
})

/* Draws files that say `page`. */
const document: MediaPreviews['document'] = async ({ read, maxSide }) =>
  (await read())?.toString() === 'page' ? Buffer.from(`at most ${maxSide}`) : undefined

function rig() {
  const told: DeskEvent[] = []
  const deps = {
    previews: { document },
    ids: { next: () => 'event', token: () => '' },
    clock: { now: () => new Date(0) },
    db: { withTenant: (_company: unknown, work: (tx: unknown) => unknown) => work({}) },
    events: { append: (_tx: unknown, events: DeskEvent[]) => Promise.resolve(told.push(...events)) },
  } as unknown as PageDeps
  return { told, deps }
}

describe('the first page of a file that is sent', () => {
  it.each([
    ['a PDF', 'application/pdf', 'page', undefined, true],
    ['one whose type says more', 'Application/PDF; x=1', 'page', undefined, true],
    ['one that cannot be drawn', 'application/pdf', 'junk', undefined, false],
    ['one that is too large', 'application/pdf', 'page', 33 * MIB, false],
    ['one that turns out to be too large', 'application/pdf', 'large', 4, false],
    ['another document', 'application/msword', 'page', undefined, false],
    ['a type that only begins alike', 'application/pdfx', 'page', undefined, false],
  ])('of %s', async (_name, mimeType, text, sizeBytes, isDrawn) => {
    const { deps, told } = rig()
    const content = text === 'large' ? Buffer.alloc(33 * MIB) : Buffer.from(text)
    const page = await drawFirstPage(deps, row, file(mimeType, content, sizeBytes))
    expect(page?.toString()).toBe(isDrawn ? 'at most 100' : undefined)
    expect(told).toHaveLength(isDrawn ? 1 : 0)
  })

  it('is told with its message, in the conversation’s order', async () => {
    const { deps, told } = rig()
    const page = await drawFirstPage(deps, row, file('application/pdf', Buffer.from('page')))
    const value = { messageId: 'sent', thumbnail: page?.toString('base64') }
    expect(told).toMatchObject([{ companyId: 1, body: { $case: 'outboundPageDrawn', value } }])
    expect(told[0]?.orderingKey).toContain('conversation:')
  })

  it('of a campaign’s message is drawn, and told to nobody', async () => {
    const { deps, told } = rig()
    const ofCampaign = { ...row, campaignId: campaignId(3) }
    expect(await drawFirstPage(deps, ofCampaign, file('application/pdf', Buffer.from('page')))).toBeDefined()
    expect(told).toEqual([])
  })
})

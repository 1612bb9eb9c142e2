import { campaignId, companyId, connectionId, contactListId, fileListId } from '@balcao/contracts'

import {
  attachMedia,
  beginCampaign,
  buildCampaign,
  applyPatch,
  changeCampaign,
  count,
  emptyDraft,
  findEditable,
  finishCampaign,
  restartCampaign,
  stopCampaign,
  type Campaign,
  type CampaignDraft,
} from './campaign'

const NOW = new Date('2026-11-22T12:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const draft: CampaignDraft = {
  ...emptyDraft,
  name: 'Natal',
  messages: ['Oi {nome}', '', '', '', ''],
  connectionId: connectionId(3),
  contactListId: contactListId(4),
}
const template = { name: 'oferta', language: 'pt_BR', parameters: [], text: 'Oferta até sexta.' }
const build = (over: Partial<Campaign> = {}): Campaign => ({
  id: campaignId(1),
  ...buildCampaign(companyId(7), draft, NOW),
  ...over,
})

const file = (own: object = {}) => ({
  key: 'k',
  name: 'a.png',
  mimeType: 'image/png',
  sizeBytes: 1,
  width: 0,
  height: 0,
  durationSeconds: 0,
  ...own,
})

describe('a campaign', () => {
  it('is scheduled by its time, and inactive without one', () => {
    expect(build().status).toBe('INATIVA')
    expect(buildCampaign(companyId(7), { ...draft, scheduledAt: at(5) }, NOW).status).toBe('PROGRAMADA')
    expect(changeCampaign(build(), { ...draft, scheduledAt: at(90) }, NOW).status).toBe('PROGRAMADA')
  })

  it.each([
    ['a connection', { connectionId: null }],
    ['contacts', { contactListId: null }],
    ['a message', { messages: ['', ' ', '', '', ''] }],
    ['a confirmation message', { confirmation: true }],
    ['connection, with a template', { template, connectionId: null }],
  ])('is not scheduled without %s', (_what, missing) =>
    expect(() => buildCampaign(companyId(7), { ...draft, ...missing, scheduledAt: at(5) }, NOW)).toThrow(
      'ERR_CAMPAIGN_INCOMPLETE',
    ),
  )

  it('is complete with a template in place of messages', () => {
    const messages = ['', '', '', '', '']
    const planned = buildCampaign(companyId(7), { ...draft, messages, template, scheduledAt: at(5) }, NOW)
    expect(planned.status).toBe('PROGRAMADA')
  })

  it.each([
    ['a confirmation', { confirmation: true, confirmationMessages: ['Pode?', '', '', '', ''] }],
    ['files', { fileListId: fileListId(2) }],
  ])('with a template is refused with %s', (_what, other) => {
    const refused = 'ERR_TEMPLATE_ALONE'
    expect(() => buildCampaign(companyId(7), { ...draft, template, ...other }, NOW)).toThrow(refused)
    expect(() => changeCampaign(build(), { ...draft, template, ...other }, NOW)).toThrow(refused)
  })

  it('has a template or a file', () => {
    const media = file()
    const refused = 'ERR_TEMPLATE_ALONE'
    expect(() => attachMedia(build({ template }), media, NOW)).toThrow(refused)
    expect(() => changeCampaign(build({ media }), { ...draft, template }, NOW)).toThrow(refused)
    expect(attachMedia(build({ template }), null, NOW).media).toBeNull()
  })

  it('has the file of its template’s header, of its kind and size, before it is scheduled', () => {
    const picture = { ...template, file: { format: 'IMAGE', maxBytes: 10 } }
    const planned = { ...draft, template: picture, scheduledAt: at(90) }
    expect(() => buildCampaign(companyId(7), planned, NOW)).toThrow('ERR_TEMPLATE_FILE')
    expect(buildCampaign(companyId(7), { ...planned, scheduledAt: null }, NOW).media).toBeNull()
    expect(buildCampaign(companyId(7), { ...planned, media: file() }, NOW)).toMatchObject({
      status: 'PROGRAMADA',
      media: { key: 'k' },
    })
    const own = build({ template: picture })
    expect(() => attachMedia(own, file({ mimeType: 'text/plain' }), NOW)).toThrow('ERR_TEMPLATE_FILE')
    expect(() => attachMedia(own, file({ sizeBytes: 11 }), NOW)).toThrow('ERR_MEDIA_TOO_LARGE')
    const withFile = attachMedia(own, file(), NOW)
    expect(changeCampaign(withFile, applyPatch(withFile, { template }), NOW)).toMatchObject({
      media: null,
      formerKeys: ['k'],
    })
    const stopped = build({ template: picture, status: 'CANCELADA' })
    expect(() => restartCampaign(stopped, NOW)).toThrow('ERR_TEMPLATE_FILE')
  })

  it.each([
    ['INATIVA', null, 'all'],
    ['PROGRAMADA', at(61), 'all'],
    ['PROGRAMADA', at(60), 'nothing'],
    ['PROGRAMADA', at(-5), 'nothing'],
    ['EM_ANDAMENTO', at(-5), 'nothing'],
    ['CANCELADA', at(-5), 'messages'],
    ['FINALIZADA', at(-5), 'nothing'],
  ] as const)('that is %s for %s: %s may change', (status, scheduledAt, editable) =>
    expect(findEditable({ status, scheduledAt }, NOW)).toBe(editable),
  )

  it('that is cancelled keeps its plan when its messages change', () => {
    const cancelled = build({ status: 'CANCELADA', scheduledAt: at(-60) })
    const messages = ['Tchau', '', '', '', '']
    const changed = changeCampaign(cancelled, applyPatch(cancelled, { messages }), NOW)
    expect(changed).toEqual({ ...cancelled, messages, updatedAt: NOW })
    expect(changeCampaign(cancelled, applyPatch(cancelled, {}), NOW)).toBe(cancelled)
  })

  it('that is cancelled may get another template', () => {
    const cancelled = build({ status: 'CANCELADA', scheduledAt: at(-60), template })
    const other = { ...template, name: 'outra' }
    expect(changeCampaign(cancelled, applyPatch(cancelled, { template: other }), NOW).template).toBe(other)
  })

  it.each([
    ['another name', { name: 'Outra' }],
    ['other contacts', { contactListId: contactListId(9) }],
    ['another time', { scheduledAt: at(90) }],
    ['a confirmation', { confirmation: true, confirmationMessages: ['Pode?', '', '', '', ''] }],
  ])('that is cancelled refuses %s', (_name, patch) => {
    const cancelled = build({ status: 'CANCELADA', scheduledAt: at(-60) })
    expect(() => changeCampaign(cancelled, applyPatch(cancelled, patch), NOW)).toThrow(
      'ERR_CAMPAIGN_NOT_EDITABLE',
    )
  })

  it('refuses changes while it runs', () => {
    const running = build({ status: 'EM_ANDAMENTO' })
    expect(() => changeCampaign(running, draft, NOW)).toThrow('ERR_CAMPAIGN_NOT_EDITABLE')
    expect(() => attachMedia(running, null, NOW)).toThrow('ERR_CAMPAIGN_NOT_EDITABLE')
  })
})

describe('its status', () => {
  const steps = {
    stop: (campaign: Campaign) => stopCampaign(campaign, 'user', NOW),
    restart: (campaign: Campaign) => restartCampaign(campaign, NOW),
  }
  it.each([
    ['INATIVA', 'stop', 'ERR_CAMPAIGN_STATUS'],
    ['PROGRAMADA', 'stop', 'ERR_CAMPAIGN_STATUS'],
    ['EM_ANDAMENTO', 'stop', 'CANCELADA'],
    ['CANCELADA', 'stop', 'ERR_CAMPAIGN_STATUS'],
    ['FINALIZADA', 'stop', 'ERR_CAMPAIGN_STATUS'],
    ['INATIVA', 'restart', 'ERR_CAMPAIGN_STATUS'],
    ['PROGRAMADA', 'restart', 'ERR_CAMPAIGN_STATUS'],
    ['EM_ANDAMENTO', 'restart', 'ERR_CAMPAIGN_STATUS'],
    ['CANCELADA', 'restart', 'EM_ANDAMENTO'],
    ['FINALIZADA', 'restart', 'ERR_CAMPAIGN_STATUS'],
  ] as const)('%s, %s: %s', (status, step, result) => {
    if (result === 'ERR_CAMPAIGN_STATUS') expect(() => steps[step](build({ status }))).toThrow(result)
    else expect(steps[step](build({ status })).status).toBe(result)
  })

  it('begins and ends', () => {
    expect(beginCampaign(build(), NOW)).toMatchObject({ status: 'EM_ANDAMENTO', nextAt: NOW })
    expect(finishCampaign(build(), NOW)).toMatchObject({
      status: 'FINALIZADA',
      completedAt: NOW,
      nextAt: null,
    })
  })

  it('goes on from now, not from when it was scheduled', () =>
    expect(restartCampaign(build({ status: 'CANCELADA', sentInRun: 9 }), NOW)).toMatchObject({
      nextAt: new Date(NOW.getTime() + 3_000),
      sentInRun: 0,
      stopReason: null,
    }))
})

it('counts', () =>
  expect(count(build(), { delivered: 2, failed: 1 }).counts).toMatchObject({
    delivered: 2,
    failed: 1,
    read: 0,
  }))

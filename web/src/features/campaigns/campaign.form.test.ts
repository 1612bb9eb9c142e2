import { campaignBody, type CampaignView } from '@balcao/contracts'

import {
  emptyCampaign,
  findEditable,
  findFaults,
  toCampaignBody,
  toCampaignValues,
  toLocalInput,
  toMessagesBody,
} from './campaign.form'

const NOW = new Date('2026-11-22T12:00:00Z')

describe('the campaign form', () => {
  it('makes a body that the contract takes', async () => {
    const values = {
      ...emptyCampaign,
      name: 'Natal',
      openTicket: true,
      contactListId: 3,
      fileListId: 4,
      scheduledAt: '2026-12-01T09:30',
    }
    const body = toCampaignBody(values)
    await expect(campaignBody.noUnknown().validate(body)).resolves.toBeTruthy()
    expect(body).toMatchObject({
      openTicket: true,
      contactListId: 3,
      fileListId: 4,
      tagListId: null,
      whatsappId: null,
    })
    expect(toLocalInput(String(body.scheduledAt))).toBe('2026-12-01T09:30')
  })

  it('sends the messages alone of a cancelled campaign', () => {
    const body = toMessagesBody({ ...emptyCampaign, message1: 'a', message2: 'b', message5: 'e' })
    expect(Object.keys(body)).toHaveLength(10)
    expect(body).toMatchObject({ message2: 'b', message5: 'e', confirmationMessage1: '' })
  })

  it('shows a campaign as it was saved', () => {
    const body = toCampaignBody({
      ...emptyCampaign,
      name: 'Natal',
      message1: 'a',
      message2: 'b',
      message5: 'e',
    })
    const view = {
      ...body,
      contactListId: null,
      tagListId: null,
      fileListId: null,
      whatsappId: null,
    } as unknown as CampaignView
    expect(toCampaignValues(view)).toEqual({
      ...emptyCampaign,
      name: 'Natal',
      message1: 'a',
      message2: 'b',
      message5: 'e',
    })
  })

  it('keeps the template of a campaign, part by part', async () => {
    const template = {
      name: 'oferta',
      language: 'pt_BR',
      header: ['a'],
      body: ['{nome}', 'c'],
      buttons: ['d'],
    }
    const view = {
      ...toCampaignBody({ ...emptyCampaign, name: 'Natal' }),
      template: { ...template, text: 'x', fileFormat: 'IMAGE' },
      mediaName: 'vitrine.png',
    }
    const values = toCampaignValues(view as unknown as CampaignView)
    const body = toCampaignBody(values)
    expect(body.template).toEqual(template)
    await expect(campaignBody.noUnknown().validate(body)).resolves.toBeTruthy()
    expect(findFaults({ ...values, value2: ' ' }, 'save', NOW)).toEqual({ value2: 'noValue' })
    expect(values.storedFile).toBe('vitrine.png')
    const ready = { ...values, whatsappId: 1, contactListId: 1 }
    expect(findFaults(ready, 'now', NOW)).toEqual({})
    expect(findFaults({ ...ready, storedFile: '' }, 'now', NOW)).toEqual({ file: 'noFile' })
    expect(findFaults({ ...ready, storedFile: '' }, 'save', NOW)).toEqual({})
  })

  it.each([
    ['INATIVA', null, 'all'],
    ['PROGRAMADA', '2026-11-22T13:00:01Z', 'all'],
    ['PROGRAMADA', '2026-11-22T13:00:00Z', 'nothing'],
    ['EM_ANDAMENTO', '2026-11-22T11:00:00Z', 'nothing'],
    ['CANCELADA', '2026-11-22T11:00:00Z', 'messages'],
    ['FINALIZADA', '2026-11-22T11:00:00Z', 'nothing'],
  ] as const)('%s for %s: %s', (status, scheduledAt, editable) =>
    expect(findEditable({ status, scheduledAt }, NOW)).toBe(editable),
  )
})

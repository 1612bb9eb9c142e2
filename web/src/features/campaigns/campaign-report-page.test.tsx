import type { CampaignSettingView, CampaignView } from '@balcao/contracts'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'

import { renderApp } from '../../testing/render-app'
import { CampaignReportPage } from './campaign-report-page'

const at = '2026-11-28T04:15:00.000Z'
const nothing = {
  delivered: 0,
  failed: 0,
  refused: 0,
  confirmationsRequested: 0,
  confirmed: 0,
  received: 0,
  read: 0,
  answered: 0,
}

const campaign: CampaignView = {
  id: 9,
  name: 'Natal',
  status: 'EM_ANDAMENTO',
  confirmation: false,
  openTicket: false,
  message1: 'Oi',
  message2: '',
  message3: '',
  message4: '',
  message5: '',
  confirmationMessage1: '',
  confirmationMessage2: '',
  confirmationMessage3: '',
  confirmationMessage4: '',
  confirmationMessage5: '',
  template: null,
  scheduledAt: at,
  completedAt: null,
  whatsappId: null,
  whatsapp: null,
  contactListId: null,
  contactList: null,
  tagListId: null,
  fileListId: null,
  mediaPath: null,
  mediaName: null,
  stopReason: null,
  forecastAt: null,
  report: { valid: 1, ...nothing },
  companyId: 7,
  createdAt: at,
  updatedAt: at,
}

const open = (settings: CampaignSettingView[]) =>
  renderApp(
    <Routes>
      <Route path="/campaign/:campaignId/report" element={<CampaignReportPage />} />
    </Routes>,
    {
      user: { profile: 'admin' },
      path: '/campaign/9/report',
      answer: ({ path }) => ({ body: path === '/campaign-settings' ? settings : campaign }),
    },
  )

it.each([
  [
    'the hours that it waits for',
    [{ key: 'allowedHours', value: JSON.stringify({ start: '08:00', end: '20:00' }) }],
    /As mensagens só saem das 08:00 às 20:00/,
  ],
  [
    'no hours where there are none',
    [{ key: 'allowedHours', value: 'null' }],
    /^Aguardando o primeiro envio$/,
  ],
])('the report of a campaign that has sent nothing yet names %s', async (_case, settings, words) => {
  await open(settings)
  expect(await screen.findByText(words)).toBeTruthy()
})

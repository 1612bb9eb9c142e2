import type { MigrationSet } from '@balcao/kernel'

import { createSchedules } from './20261120T110000-create-schedules'
import { keepFormerFiles } from './20261122T063000-keep-former-files'
import { dateContactNames } from './20261122T090100-date-contact-names'
import { createContactLists } from './20261122T232000-create-contact-lists'
import { createFileLists } from './20261122T235000-create-file-lists'
import { createCampaigns } from './20261123T000500-create-campaigns'
import { sendFileLists } from './20261123T030000-send-file-lists'
import { keepAnswers } from './20261124T050200-keep-answers'
import { sendSchedulesInTurn } from './20261126T033000-send-schedules-in-turn'
import { keepCampaignHours } from './20261126T172000-keep-campaign-hours'
import { sendTemplates } from './20261127T150000-send-templates'
import { scheduleTemplates } from './20261127T184000-schedule-templates'

export const campaignsMigrations: MigrationSet = {
  schema: 'campaigns',
  migrations: [
    createSchedules,
    keepFormerFiles,
    dateContactNames,
    createContactLists,
    createFileLists,
    createCampaigns,
    sendFileLists,
    keepAnswers,
    sendSchedulesInTurn,
    keepCampaignHours,
    sendTemplates,
    scheduleTemplates,
  ],
}

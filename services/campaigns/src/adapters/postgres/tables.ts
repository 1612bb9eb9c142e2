import { repositoriesOf, sheetImports } from '@balcao/platform'

import { campaignItems, campaigns, campaignSettings } from './campaign-table'
import { contactListItems, contactLists } from './contact-list-table'
import { fileLists } from './file-list-table'
import { schedules } from './schedule-table'

/** Every table with a map; a test compares them with what the migrations made. */
export const entities = [
  campaignItems.entity,
  campaigns,
  campaignSettings,
  contactListItems,
  contactLists,
  fileLists,
  schedules,
  sheetImports.entity,
]

export const repositoryOf = repositoriesOf(entities)

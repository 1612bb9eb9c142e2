import { repositoriesOf } from '@balcao/platform'

import { announcements } from './announcement-table'
import { apiKeys } from './api-key-table'
import { companies } from './company-table'
import { emailChanges } from './email-change-table'
import { helps } from './help-table'
import { passwordCodes, passwordMails } from './password-reset-tables'
import { pendingSignUps } from './pending-sign-up-table'
import { refreshTokens } from './refresh-token-table'
import { settings } from './setting-table'
import { signUpNotices } from './sign-up-notice-table'
import { signingKeys } from './signing-key-table'
import { users } from './user-table'

/** Every table with a map; a test compares them with what the migrations made. */
export const entities = [
  announcements,
  apiKeys,
  companies,
  emailChanges,
  helps,
  passwordCodes,
  passwordMails,
  pendingSignUps,
  refreshTokens,
  settings,
  signingKeys,
  signUpNotices,
  users,
]

export const repositoryOf = repositoriesOf(entities)

import type { MigrationSet } from '@balcao/kernel'

import { createCompaniesAndUsers } from './20261120T100000-create-companies-and-users'
import { createSessions } from './20261120T100100-create-sessions'
import { createSettings } from './20261120T100200-create-settings'
import { retireSigningKeys } from './20261122T020000-retire-signing-keys'
import { countRevisions } from './20261122T020100-count-revisions'
import { markDemoUsers } from './20261122T020200-mark-demo-users'
import { createSignUpNotices } from './20261122T090000-create-sign-up-notices'
import { completeCompanies } from './20261122T090200-complete-companies'
import { placeCompanies } from './20261122T200100-place-companies'
import { createPasswordResets } from './20261122T231000-create-password-resets'
import { createAnnouncements } from './20261122T235500-create-announcements'
import { createHelps } from './20261123T000500-create-helps'
import { createEmailChanges } from './20261124T002000-create-email-changes'
import { confirmEmails } from './20261124T120000-confirm-emails'
import { createPendingSignUps } from './20261124T120100-create-pending-sign-ups'
import { createApiKeys } from './20261126T120000-create-api-keys'
import { createPasswordCodes } from './20261124T002500-create-password-codes'
import { createCompanyPrimaries } from './20261130T230000-create-company-primaries'
import { createPrimarySizes } from './20261201T090000-create-primary-sizes'

export const authMigrations: MigrationSet = {
  schema: 'auth',
  migrations: [
    createCompaniesAndUsers,
    createSessions,
    createSettings,
    retireSigningKeys,
    countRevisions,
    markDemoUsers,
    createSignUpNotices,
    completeCompanies,
    placeCompanies,
    createPasswordResets,
    createAnnouncements,
    createHelps,
    createEmailChanges,
    createPasswordCodes,
    confirmEmails,
    createPendingSignUps,
    createApiKeys,
    createCompanyPrimaries,
    createPrimarySizes,
  ],
}

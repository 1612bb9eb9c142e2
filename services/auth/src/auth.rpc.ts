import { apiKeyId, companyId, userId } from '@balcao/contracts'
import { AuthServiceService, type AuthServiceServer, type CompanyHours } from '@balcao/contracts/wire'
import type { Clock, Database, RpcBinding } from '@balcao/kernel'
import { FIRST_PRIMARY, implementRpc } from '@balcao/platform'

import { reportApiKeyUse, type ApiKeyStore } from './features/api-keys'
import type { Company, CompanyStore } from './features/companies'
import { findUserRecord, type AccessTokens } from './features/sessions'
import { listNonSecretSettings, readSettingValue, type SettingStore } from './features/settings'
import { toUserSnapshot, type QueueNames, type UserStore } from './features/users'

interface AuthRpcDeps {
  db: Database
  clock: Clock
  apiKeys: ApiKeyStore
  accessTokens: AccessTokens
  users: UserStore
  settings: SettingStore
  companies: CompanyStore
  queueNames: QueueNames
}

const toHours = (company: Company | undefined): CompanyHours | undefined =>
  company && { schedules: [...company.schedules], timeZone: company.timeZone }

/** auth's gRPC methods for the other services. */
export const authRpc = ({
  db,
  clock,
  apiKeys,
  accessTokens,
  users,
  settings,
  companies,
  queueNames,
}: AuthRpcDeps): RpcBinding => ({
  name: 'desk.auth.v1.AuthService',
  definition: AuthServiceService,
  implementation: implementRpc<AuthServiceServer>({
    getPublicKeys: async () => ({ keys: await accessTokens.listPublicKeys() }),
    getUsers: async (request) => {
      const company = companyId(request.companyId)
      const ids = request.ids.length > 0 ? request.ids.map(userId) : undefined
      const found = await db.withTenant(company, (tx) => users.list(tx, company, ids))
      return { users: found.map(toUserSnapshot) }
    },
    getUserRecord: async (request) => ({
      record: await findUserRecord(
        { db, users, companies, queueNames },
        companyId(request.companyId),
        userId(request.userId),
      ),
    }),
    getSettings: async (request) => {
      const company = companyId(request.companyId)
      return db.withTenant(company, async (tx) => ({
        settings: listNonSecretSettings(await settings.read(tx, company)),
        hours: toHours(await companies.find(tx, company)),
      }))
    },
    findCompanyPrimary: async (request) => {
      const company = companyId(request.companyId)
      return {
        name: (await db.withTenant(company, (tx) => companies.findPrimary(tx, company))) ?? FIRST_PRIMARY,
      }
    },
    reportPrimarySize: async ({ name, schema, bytes }) => {
      await db.asPlatform((tx) => companies.setPrimarySize(tx, { name, schema, bytes }))
      return {}
    },
    reportApiKeyUse: async (request) => {
      const usedAt = request.usedAt ?? clock.now()
      await reportApiKeyUse({ db, apiKeys }, companyId(request.companyId), apiKeyId(request.apiKeyId), usedAt)
      return {}
    },
    getPaymentToken: async (request) => {
      const company = companyId(request.companyId)
      const stored = await db.withTenant(company, (tx) => settings.read(tx, company))
      return { token: readSettingValue(stored, 'asaas') }
    },
  }),
})

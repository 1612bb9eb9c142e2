import { seedCompany, seedUserQueues } from '@balcao/auth/seed'
import { startDesk as startDeskOf, type DeskOptions, type TestDesk } from '@balcao/testkit'

import { allServices, readAllConfigs } from '../../src/all-services'

/* Each test secret is derived from its name. */
export const testSecrets = { keep: (name: string) => name.toLowerCase().padEnd(40, '.') }

const vaultKey = Buffer.alloc(32, 'vault').toString('base64')

/** The whole product in this process, on a database of its own. */
export function startDesk(options: DeskOptions & { env?: Record<string, string> } = {}): Promise<TestDesk> {
  const { services } = readAllConfigs({
    variables: {
      WHATSAPP_VAULT_KEYS: vaultKey,
      PUBLIC_ORIGINS: (options.publicOrigins ?? []).join(','),
      ...options.env,
    },
    secrets: testSecrets,
  })
  return startDeskOf(
    {
      services: (portsOf) => allServices(services, portsOf),
      seeds: { company: seedCompany, userQueues: seedUserQueues },
    },
    options,
  )
}

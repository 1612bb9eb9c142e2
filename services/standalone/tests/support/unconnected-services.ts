import type { Service } from '@balcao/kernel'
import { createRuntime, openEngines, unixSocketAddresses, type PostgresServer } from '@balcao/platform'
import { recordingMailer } from '@balcao/testkit'

import { allServices, readAllConfigs } from '../../src/all-services'

/** Every service without connections: ports connect at first use, which never happens. */
export function createUnconnectedServices(): Service[] {
  const nowhere: PostgresServer = { host: '/nowhere', port: 5432, user: 'none', database: 'nothing' }
  const runtime = createRuntime({
    postgres: nowhere,
    owner: 'none',
    rpc: unixSocketAddresses('/nowhere'),
    engines: openEngines({
      clientName: 'none',
      mediaFolder: '/nowhere',
      mediaReserveBytes: 0,
      rateLimitFactor: 0,
    }),
    mailer: recordingMailer(),
    mediaSecret: 'a secret of no desk at all, 32 characters',
    poolSize: 1,
  })
  const vaultKey = Buffer.alloc(32, 'vault').toString('base64')
  const { services } = readAllConfigs({
    variables: { WHATSAPP_VAULT_KEYS: vaultKey },
    secrets: { keep: (name) => name.padEnd(40, '.') },
  })
  return allServices(services, runtime.portsFor)
}

import * as contracts from '@balcao/contracts'
import type { Service } from '@balcao/kernel'
import {
  createMachine,
  endpointsAmong,
  openEngines,
  routesOf,
  serviceOfPath,
  servicePaths,
  socketsIn,
  type PostgresServer,
} from '@balcao/platform'
import { recordingMailer } from '@balcao/testkit'

import { allServices, readAllConfigs } from '../src/all-services'

/* Ports connect at their first use: built on no server at all they are enough to look at routes. */
function servicesOnNothing(): Service[] {
  const nowhere: PostgresServer = { host: '/nowhere', port: 5432, user: 'nobody', database: 'nothing' }
  const machine = createMachine({
    postgres: nowhere,
    owner: 'nobody',
    rpc: socketsIn('/nowhere'),
    engines: openEngines({ clientName: 'nobody', mediaFolder: '/nowhere', rateLimitFactor: 0 }),
    mailer: recordingMailer(),
    mediaSecret: 'a secret of no desk at all, 32 characters',
  })
  const vaultKey = Buffer.alloc(32, 'vault').toString('base64')
  const { services } = readAllConfigs({
    variables: { WHATSAPP_VAULT_KEYS: vaultKey },
    secrets: { keep: (name) => name.padEnd(40, '.') },
  })
  return allServices(services, machine.portsOf)
}

const services = servicesOnNothing()
const pathsOf = ({ http }: Service) => (http ? routesOf(http).map((route) => route.split(' ')[1] ?? '') : [])

describe('the table of paths', () => {
  it.each(services.map((service) => [service.name, service] as const))(
    'gives %s what it serves',
    (name, service) => {
      const strays = pathsOf(service).filter((path) => serviceOfPath(path) !== name)
      expect(strays).toEqual([])
    },
  )

  it('has no prefix that nobody needs', () => {
    // Served by the host itself, or no route of a router.
    const hosted = ['/dead-events', '/docs', '/public/m/1.png', '/socket.io']
    const served = [...services.flatMap(pathsOf), ...hosted]
    for (const prefix of Object.values(servicePaths).flat())
      expect(served.filter((path) => path === prefix || path.startsWith(`${prefix}/`))).not.toEqual([])
  })

  it('knows every documented endpoint', () => {
    const unknown = endpointsAmong(contracts).filter(({ path }) => serviceOfPath(path) === undefined)
    expect(unknown).toEqual([])
  })

  it('goes by whole segments, the longest prefix first', () => {
    expect(serviceOfPath('/companies')).toBe('auth')
    expect(serviceOfPath('/companies/listPlan/7')).toBe('billing')
    expect(serviceOfPath('/companies/listPlans')).toBe('auth')
    expect(serviceOfPath('/whatsappsession/3')).toBe('messaging-gateway')
    expect(serviceOfPath('/ticketsy')).toBeUndefined()
    expect(serviceOfPath('/')).toBeUndefined()
  })
})

import * as contracts from '@balcao/contracts'
import type { Service } from '@balcao/kernel'
import { listRoutes, findServiceByPath, servicePaths } from '@balcao/platform'

import { createUnconnectedServices } from './support/unconnected-services'

const services = createUnconnectedServices()
const listPaths = ({ http }: Service) =>
  http ? listRoutes(http).map((route) => route.split(' ')[1] ?? '') : []

describe('the table of paths', () => {
  it.each(services.map((service) => [service.name, service] as const))(
    'gives %s what it serves',
    (name, service) => {
      const unmatched = listPaths(service).filter((path) => findServiceByPath(path) !== name)
      expect(unmatched).toEqual([])
    },
  )

  it('has no unused prefix', () => {
    // Served by the host itself, or outside any router.
    const hosted = ['/dead-events', '/docs', '/public/h/1.png', '/public/m/1.png', '/socket.io']
    const served = [...services.flatMap(listPaths), ...hosted]
    for (const prefix of Object.values(servicePaths).flat())
      expect(served.filter((path) => path === prefix || path.startsWith(`${prefix}/`))).not.toEqual([])
  })

  it('has signed links to media below /public, and leaves logos and the sample sheet to the web app', () => {
    expect(findServiceByPath('/public/m/companies/1/a.png')).toBe('tickets')
    expect(findServiceByPath('/public/h/companies/1/a.png')).toBe('tickets')
    for (const path of ['/public', '/public/logotipos/login.png', '/public/import-contatos.xlsx'])
      expect(findServiceByPath(path)).toBeUndefined()
  })

  it('knows every documented endpoint', () => {
    const unknown = contracts
      .listEndpoints(contracts)
      .filter(({ path }) => findServiceByPath(path) === undefined)
    expect(unknown).toEqual([])
  })

  it('goes by whole segments, the longest prefix first', () => {
    expect(findServiceByPath('/companies')).toBe('auth')
    expect(findServiceByPath('/companies/listPlan/7')).toBe('billing')
    expect(findServiceByPath('/companies/listPlans')).toBe('auth')
    expect(findServiceByPath('/whatsappsession/3')).toBe('messaging-gateway')
    expect(findServiceByPath('/ticketsy')).toBeUndefined()
    expect(findServiceByPath('/')).toBeUndefined()
  })
})

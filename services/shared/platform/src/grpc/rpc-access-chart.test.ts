import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { ServiceName } from '@balcao/kernel'
import { parse } from 'yaml'

import { serviceNames } from '../host/service-names'
import { rpcAccess } from './rpc-access'

const VALUES = path.join(__dirname, '../../../../../helm/balcao/values.yaml')

/* Served by every host: called by auth, and by the others when there is no broker. */
const EVERYWHERE = /^desk\.(ops|delivery)\./
const WITHOUT_A_BROKER = /^desk\.delivery\./

const findOwner = (method: string): ServiceName => {
  const [, name = ''] = method.split('.')
  return name === 'messaging' ? 'messaging-gateway' : (serviceNames.find((known) => known === name) ?? 'auth')
}

function listCallees(caller: ServiceName): ServiceName[] {
  const rows = Object.entries(rpcAccess).filter(
    ([method, { callers }]) =>
      !WITHOUT_A_BROKER.test(method) && (callers === 'any' || callers.includes(caller)),
  )
  const called = rows.flatMap(([method]) => (EVERYWHERE.test(method) ? serviceNames : [findOwner(method)]))
  return [...new Set(called)].sort()
}

it.each(serviceNames)(
  '%s is let out by the chart to the services that it may call, and to no other',
  (caller) => {
    const values = parse(readFileSync(VALUES, 'utf8')) as {
      services: Record<string, { talksTo: string[] }>
    }
    const talksTo = values.services[caller]?.talksTo ?? []
    expect(talksTo.filter((name) => serviceNames.some((known) => known === name)).sort()).toEqual(
      listCallees(caller),
    )
  },
)

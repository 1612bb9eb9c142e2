import type { Service } from '@balcao/kernel'

import { listRoutes } from './list-routes'

const findRepeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]

/* `/a/:x` and `/a/:y` match the same paths. */
const normalizeRoute = (route: string): string => route.replace(/:\w+/g, ':')

function findUnboundMethods({ rpc }: Service): string[] {
  return rpc.flatMap(({ name, definition, implementation }) =>
    Object.keys(definition)
      .filter((method) => !(method in implementation))
      .map((method) => `${name}.${method} has no handler`),
  )
}

/** Wiring faults of services that share a process: duplicate names and routes, methods without handlers. Empty when there are none. */
export function findWiringFaults(services: readonly Service[]): string[] {
  const groups = services.flatMap(({ consumers }) => consumers.map(({ group }) => group))
  const routes = services.flatMap(({ http }) => (http ? listRoutes(http).map(normalizeRoute) : []))
  const jobs = services.flatMap(({ jobs: own }) => own.map(({ name }) => name))
  return [
    ...findRepeated(services.map(({ name }) => name)).map((name) => `service ${name} is there twice`),
    ...findRepeated(groups).map((group) => `two consumers are called ${group}`),
    ...findRepeated(routes).map((route) => `two services answer ${route}`),
    ...findRepeated(jobs).map((job) => `two jobs are called ${job}`),
    ...services.flatMap(findUnboundMethods),
  ]
}

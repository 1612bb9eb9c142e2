import type { Service } from '@balcao/kernel'

import { routesOf } from './list-routes'

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]

/* `/a/:x` and `/a/:y` are one route to a router. */
const shapeOf = (route: string): string => route.replace(/:\w+/g, ':')

function unboundMethods({ rpc }: Service): string[] {
  return rpc.flatMap(({ name, definition, implementation }) =>
    Object.keys(definition)
      .filter((method) => !(method in implementation))
      .map((method) => `${name}.${method} has no handler`),
  )
}

/** What is wired wrong between services that share a process; empty when nothing is. */
export function wiringFaults(services: readonly Service[]): string[] {
  const groups = services.flatMap(({ consumers }) => consumers.map(({ group }) => group))
  const routes = services.flatMap(({ http }) => (http ? routesOf(http).map(shapeOf) : []))
  const jobs = services.flatMap(({ jobs: own }) => own.map(({ name }) => name))
  return [
    ...repeated(services.map(({ name }) => name)).map((name) => `service ${name} is there twice`),
    ...repeated(groups).map((group) => `two consumers are called ${group}`),
    ...repeated(routes).map((route) => `two services answer ${route}`),
    ...repeated(jobs).map((job) => `two jobs are called ${job}`),
    ...services.flatMap(unboundMethods),
  ]
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { allTopics, listCases, type Topic } from '@balcao/contracts/wire'
import type { Service, ServiceName } from '@balcao/kernel'
import { listRoutes, topicWriters } from '@balcao/platform'

import { createUnconnectedServices } from './support/unconnected-services'

const services = createUnconnectedServices()

const findFolder = (name: string): string => path.join(__dirname, '../..', name)
const readPlate = (name: string): string => readFileSync(path.join(findFolder(name), 'README.md'), 'utf8')

/** A row of the plate with the lines that continue it: "stores    Postgres schema …". */
const readRow = (plate: string, row: string): string =>
  new RegExp(`^ *${row} +(.*(?:\\n {10,}.*)*)`, 'm').exec(plate)?.[1] ?? ''

/** Tables that the migrations of a service create, without their schema. */
function listTables(name: string): string[] {
  const folder = path.join(findFolder(name), 'src/migrations')
  return readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/CREATE TABLE (?:simulator\.)?(\w+)/g)].map(([, table]) => table!))
}

/** What a plate lists after "schema `…`:", without remarks in parentheses. */
const listStored = (row: string): string[] =>
  [...row.matchAll(/`: ([^;]*)/g)].flatMap(([, tables]) =>
    tables!
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((table) => table.trim()),
  )

/** `/tickets` of `get /tickets/:ticketId`. */
const listAreas = ({ http }: Service): string[] =>
  http ? [...new Set(listRoutes(http).map((route) => `/${route.split('/')[1] ?? ''}`))] : []

const listMethods = ({ rpc }: Service): string[] =>
  rpc.flatMap(({ definition }) =>
    Object.keys(definition).map((name) => name[0]!.toUpperCase() + name.slice(1)),
  )

const listTopics = (service: ServiceName): Topic[] =>
  allTopics.filter((topic) => topicWriters[topic] === service)

/** What the plate of a service must name. */
const listParts = (service: Service): string[] => [
  ...listAreas(service),
  ...listMethods(service),
  ...listTopics(service.name).flatMap(listCases),
  ...service.consumers.map(({ group }) => group),
  ...service.jobs.map(({ name }) => name),
]

/* A name ends where no further letter of a name follows. */
const names = (plate: string, part: string): boolean =>
  new RegExp(`${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`).test(plate)

describe('the plate of a service', () => {
  it.each(services.map((service) => [service.name, service] as const))(
    'of %s names its routes, calls, events, consumers and jobs',
    (name, service) => {
      const plate = readPlate(name)
      expect(listParts(service).filter((part) => !names(plate, part))).toEqual([])
    },
  )

  it.each(services.map(({ name }) => name))('of %s lists its tables, and no others', (name) => {
    const stored = listStored(readRow(readPlate(name), 'stores'))
    expect(stored.sort()).toEqual([...new Set(listTables(name))].sort())
  })
})

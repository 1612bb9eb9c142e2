import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { loadSync, type PackageDefinition } from '@grpc/proto-loader'

/* Searched upwards from here, so that sources, builds and images all find the repository's `proto/`. */
function protoFolder(from = __dirname): string {
  const candidate = path.join(from, 'proto')
  if (existsSync(path.join(candidate, 'buf.yaml'))) return candidate
  const parent = path.dirname(from)
  if (parent === from) throw new Error('the folder proto/ was not found')
  return protoFolder(parent)
}

/** `desk.tickets.v1.TicketsService` → `desk/tickets/v1/tickets.proto`: one service per file, named after its package. */
export function findProtoFile(serviceName: string): string {
  const [, name = '', version = ''] = serviceName.split('.')
  return `desk/${name}/${version}/${name}.proto`
}

const loaded = (files: readonly string[]): PackageDefinition =>
  loadSync([...files], {
    includeDirs: [protoFolder()],
    longs: Number,
    defaults: true,
    enums: String,
    oneofs: true,
  })

/** The descriptors that reflection serves. */
export const loadProtos = (serviceNames: readonly string[]): PackageDefinition =>
  loaded([...new Set(serviceNames.map(findProtoFile))])

/** Every method of every service in `proto/`, as `desk.tickets.v1.TicketsService/GetQueues`. */
export function listMethodPaths(): string[] {
  const names = readdirSync(protoFolder(), { recursive: true, encoding: 'utf8' })
  const definitions = Object.values(loaded(names.filter((name) => name.endsWith('.proto'))))
  return definitions.flatMap((definition) =>
    'format' in definition ? [] : Object.values(definition).map((method) => method.path.slice(1)),
  )
}

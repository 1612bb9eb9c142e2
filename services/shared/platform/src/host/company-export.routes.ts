import {
  companyId as toCompanyId,
  downloadCompanyExport,
  fillPath,
  startCompanyExport,
  type CompanyId,
} from '@balcao/contracts'
import { AppError, type BlobStore, type Clock, type Session, type SessionDirectory } from '@balcao/kernel'
import type { Response } from 'express'

import { listArchiveEntries, readLines, writeArchive, type ExportLinks } from '../companies'
import type { HostClients } from '../grpc'
import type { HttpEdge } from '../http'
import { createLogger } from '../telemetry/logger'
import { serviceNames } from './service-names'

const log = createLogger('host.company-export')

export interface CompanyExportDeps {
  hostClients: HostClients
  links: ExportLinks
  sessions: Pick<SessionDirectory, 'resolve'>
  blobs: BlobStore
  clock: Clock
}

/** @throws {AppError} ERR_NO_COMPANY_FOUND */
async function readCompanyName(deps: CompanyExportDeps, companyId: CompanyId): Promise<string> {
  const { value } = await readLines(deps, companyId, { service: 'auth', name: 'companies' }).next()
  if (value === undefined) throw new AppError('ERR_NO_COMPANY_FOUND')
  return (JSON.parse(value) as { name: string }).name
}

/* A forged, old or foreign signature is answered like a company that does not exist. */
async function requireSuper(deps: CompanyExportDeps, id: CompanyId, signature: string): Promise<Session> {
  const claims = deps.links.verify(id, signature)
  const session = claims && (await deps.sessions.resolve(claims))
  if (!session?.super) throw new AppError('ERR_NO_COMPANY_FOUND')
  return session
}

const toFileName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function setHeaders(response: Response, name: string, now: Date): void {
  const file = ['balcao', toFileName(name), now.toISOString().slice(0, 10)].filter((part) => part !== '')
  response.setHeader('content-type', 'application/zip')
  response.setHeader('content-disposition', `attachment; filename="${file.join('-')}.zip"`)
  response.setHeader('cache-control', 'no-store')
}

/** A link to the download of a company's export, and the download, for super users. Both are logged. */
export function mountCompanyExportRoutes(edge: HttpEdge, deps: CompanyExportDeps): void {
  edge.route(startCompanyExport, async ({ params, session }) => {
    const id = toCompanyId(params.companyId)
    await readCompanyName(deps, id)
    log.info({ userId: session.userId, companyId: id }, 'company export requested')
    const signature = deps.links.sign(id, session)
    return { url: `${fillPath(downloadCompanyExport, { companyId: id })}?ticket=${signature}` }
  })

  edge.route(downloadCompanyExport, async ({ params, query, res }) => {
    const id = toCompanyId(params.companyId)
    const { userId } = await requireSuper(deps, id, query.ticket)
    setHeaders(res, await readCompanyName(deps, id), deps.clock.now())
    const who = { userId, companyId: id }
    try {
      await writeArchive(listArchiveEntries({ ...deps, services: serviceNames }, id), res)
      log.info(who, 'company exported')
    } catch (error) {
      log.warn({ ...who, err: error }, 'company export ended early')
      res.destroy()
    }
  })
}

import { Readable } from 'node:stream'

import type { CompanyId } from '@balcao/contracts'
import { companyFolder, SECOND, type BlobStore, type Clock, type ServiceName } from '@balcao/kernel'

import type { HostClients } from '../grpc'
import type { ArchiveEntry } from './zip-archive'

export interface ArchiveDeps {
  hostClients: Pick<HostClients, 'ops'>
  services: readonly ServiceName[]
  blobs: BlobStore
  clock: Clock
}

interface ArchivedFile {
  file: string
  rows: number
}

/** What `manifest.json` says, the last file: an archive without it ended early. */
interface Manifest {
  companyId: CompanyId
  exportedAt: string
  files: ArchivedFile[]
  media: { files: number; bytes: number }
}

/* A page is read in milliseconds; a busy database takes longer. */
const PAGE_WITHIN_MS = 20 * SECOND

interface Part {
  service: ServiceName
  name: string
}

/** The lines of a service's part, one page in memory at a time. */
export async function* readLines(
  { hostClients }: Pick<ArchiveDeps, 'hostClients'>,
  companyId: CompanyId,
  { service, name }: Part,
): AsyncGenerator<string> {
  const ops = hostClients.ops(service)
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = await ops.readExportPage({ companyId, part: name, after }, { deadlineMs: PAGE_WITHIN_MS })
    yield* page.lines
    after = page.next === '' ? undefined : page.next
  }
}

async function* withLineEnds(lines: AsyncIterable<string>, counts: { rows: number }) {
  for await (const line of lines) {
    counts.rows += 1
    yield `${line}\n`
  }
}

async function* archiveTables(deps: ArchiveDeps, companyId: CompanyId, { files }: Manifest) {
  for (const service of deps.services) {
    const { names } = await deps.hostClients.ops(service).listExportParts({}, { deadlineMs: PAGE_WITHIN_MS })
    for (const name of names) {
      const counted: ArchivedFile = { file: `${service}/${name}.jsonl`, rows: 0 }
      files.push(counted)
      const lines = withLineEnds(readLines(deps, companyId, { service, name }), counted)
      yield { path: counted.file, content: Readable.from(lines), isCompressed: false }
    }
  }
}

/* A file's path is its key, which rows name it by. One that was deleted meanwhile is absent. */
async function* archiveMedia({ blobs }: ArchiveDeps, companyId: CompanyId, { media }: Manifest) {
  for await (const key of blobs.list(companyFolder(companyId))) {
    const [info, content] = [await blobs.info(key), await blobs.get(key)]
    if (!info || !content) continue
    media.files += 1
    media.bytes += info.sizeBytes
    yield { path: key, content, isCompressed: true }
  }
}

/** The files of a company's export: each service's tables as JSON lines, its media, and a manifest at the end. */
export async function* listArchiveEntries(
  deps: ArchiveDeps,
  companyId: CompanyId,
): AsyncGenerator<ArchiveEntry, void> {
  const exportedAt = deps.clock.now().toISOString()
  const manifest: Manifest = { companyId, exportedAt, files: [], media: { files: 0, bytes: 0 } }
  yield* archiveTables(deps, companyId, manifest)
  yield* archiveMedia(deps, companyId, manifest)
  yield {
    path: 'manifest.json',
    content: Readable.from([JSON.stringify(manifest, null, 2)]),
    isCompressed: false,
  }
}

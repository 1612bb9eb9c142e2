import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'

import { openMediaAccount } from '@balcao/billing/service'
import { companyId } from '@balcao/contracts'
import {
  buildS3Settings,
  createQuotaBlobStore,
  createS3BlobStore,
  defineConfig,
  readConfig,
  s3Fields,
} from '@balcao/platform'
import { needsEngines, temporaryFolder, waitFor, type TestCompany, type TestDesk } from '@balcao/testkit'

import { mongoForTests } from '../../tickets/tests/mongo-engine'
import { readAllConfigs } from '../src/all-services'
import { openDeskImports } from '../src/system-import/open-desk-imports'
import { sourceSystems } from '../src/system-import/open-source'
import { runImport } from '../src/system-import/run-import'
import { SourceFiles } from '../src/system-import/source-files'
import { undoImport } from '../src/system-import/undo-import'
import { openFamilyDatabase } from './support/family-database'
import type { OtherDatabase } from './support/other-database'
import { startDesk, testSecrets } from './support/start-desk'

/* An import as on a cluster: bodies of messages in MongoDB, files in a bucket. */

const CONTENT = Buffer.from('%PDF-1.4 nota')
const engine = mongoForTests()
const s3 = readConfig(defineConfig({ title: 'media', fields: s3Fields, build: buildS3Settings }))

async function fill({ put }: OtherDatabase): Promise<void> {
  await put('Companies', { id: 1, name: 'Padaria' })
  await put('Whatsapps', { id: 1, name: 'Loja', companyId: 1 })
  await put('Contacts', { id: 1, name: 'Bento', number: '5511987650001', companyId: 1 })
  await put('Tickets', { id: 1, status: 'closed', contactId: 1, whatsappId: 1, companyId: 1 })
  const message = { ticketId: 1, contactId: 1, companyId: 1 }
  await put(
    'Messages',
    { ...message, id: 'A', body: 'quindim', mediaType: 'chat' },
    { ...message, id: 'B', body: '', mediaType: 'document', mediaUrl: 'nota.pdf' },
  )
}

needsEngines('mongo', 's3')('an import into a desk with MongoDB and a bucket', () => {
  const mongoUrl = engine?.database(randomBytes(6).toString('hex')) ?? ''
  let desk: TestDesk
  let company: TestCompany
  let other: OtherDatabase

  beforeAll(async () => {
    desk = await startDesk({ env: { MONGO_URL: mongoUrl } })
    company = await desk.company('Destino', {})
    other = await openFamilyDatabase('ticketz')
    await fill(other)
  })

  it('writes bodies to MongoDB and files to the bucket, and undoes both', async () => {
    if (!s3) throw new Error('there is no bucket')
    const { services } = readAllConfigs({
      variables: {
        WHATSAPP_VAULT_KEYS: Buffer.alloc(32, 'vault').toString('base64'),
        MONGO_URL: mongoUrl,
      },
      secrets: testSecrets,
    })
    const imports = openDeskImports(services, desk.portsOf)
    const folder = path.join(await temporaryFolder('other-files'), 'public')
    await mkdir(folder)
    await writeFile(path.join(folder, 'nota.pdf'), CONTENT)
    const bucket = createS3BlobStore(s3)
    const blobs = createQuotaBlobStore(bucket, openMediaAccount(desk.portsOf('billing')).quota)
    const id = companyId(company.id)
    const source = await sourceSystems['ticketz']!({ url: other.url, company: undefined })
    const result = await runImport(imports, source, {
      companyId: id,
      isDry: false,
      files: await SourceFiles.open({ ...desk.portsOf('tickets'), blobs }, folder, id),
      makeUuid: () => desk.portsOf('tickets').ids.next(),
      now: new Date(),
    })
    await source.close()
    expect(result.faults).toEqual([])
    const admin = await company.agent('admin')
    const { body: found } = await admin.call<{ tickets: { id: number }[] }>(
      'GET',
      '/tickets?showAll=true&searchParam=quindim',
    )
    const readPage = async () => {
      const { body: page } = await admin.call<{ messages: { body: string; media?: { name: string } }[] }>(
        'GET',
        `/messages/${found.tickets[0]?.id}?markAsRead=false`,
      )
      return page.messages.map(({ body, media }) => [body, media?.name])
    }
    const imported = [
      ['quindim', undefined],
      ['', 'nota.pdf'],
    ]
    expect(await readPage()).toEqual(imported)
    await desk.pg.sql(
      `UPDATE tickets.message_documents SET created_at = now() - interval '2 minutes' WHERE company_id = $1`,
      [company.id],
    )
    await waitFor(async () => (await desk.pg.sql('SELECT 1 FROM tickets.message_documents')).length === 0)
    expect(await readPage()).toEqual(imported)
    const [file] = await desk.pg.sql<{ key: string }>(
      'SELECT key FROM billing.media_files WHERE company_id = $1 AND unsettled_at IS NULL',
      [company.id],
    )
    expect(await buffer((await bucket.get(file!.key))!)).toEqual(CONTENT)
    await undoImport(imports, id, result.importId!)
    await desk.runJobs()
    expect(await desk.pg.sql('SELECT 1 FROM tickets.erasures')).toEqual([])
    const gone = await admin.call('GET', `/messages/${found.tickets[0]?.id}`)
    expect(gone.status).toBe(404)
    await imports.tickets.close()
  })
})

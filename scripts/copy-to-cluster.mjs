// usage: node scripts/copy-to-cluster.mjs documents|media
//   documents   messages' documents from Postgres (DATABASE_URL, else the single machine's in DATA_DIR) to MONGO_URL
//   media       the folder DATA_DIR/media to the bucket of S3_*
// Copies, reads everything back and compares. Nothing is removed; run it again after an interruption. Exit code 1: differences.
import { createRequire } from 'node:module'
import path from 'node:path'

import { buildServer } from './build.mjs'
import { dataDir, openPostgres, platform } from './support/installation.mjs'
import { at, say } from './support/project.mjs'

const require = createRequire(import.meta.url)

const progress = () => {
  let saidAtMs = Date.now()
  return ({ seen, copied }) => {
    if (Date.now() - saidAtMs < 5_000) return
    saidAtMs = Date.now()
    say(`${seen} seen, ${copied} copied`)
  }
}

async function copyDocuments() {
  const { MONGO_URL: mongoUrl } = process.env
  if (!mongoUrl) throw new Error('MONGO_URL is required')
  const { copyDocumentsToMongo } = require(at('services/tickets/dist/copy-documents.js'))
  const { server, roleSecret, stop } = await openPostgres({ mayRun: true })
  try {
    return await copyDocumentsToMongo({ postgres: server, roleSecret, mongoUrl, onProgress: progress() })
  } finally {
    await stop()
  }
}

async function copyMedia() {
  const { copyFolder, createS3BlobStore, defineConfig, readConfig, s3Fields, buildS3Settings } = platform()
  const settings = readConfig(defineConfig({ title: 'media', fields: s3Fields, build: buildS3Settings }))
  if (!settings) throw new Error('S3_BUCKET is required')
  const folder = path.join(dataDir(), 'media')
  return copyFolder({ folder, to: createS3BlobStore(settings), onProgress: progress() })
}

const copies = { documents: copyDocuments, media: copyMedia }
const copy = copies[process.argv[2]]
if (!copy) {
  process.stderr.write('usage: node scripts/copy-to-cluster.mjs documents|media\n')
  process.exit(2)
}
try {
  await buildServer()
  const { seen, copied, different } = await copy()
  say(`${seen} seen, ${copied} copied, ${different.length} different`)
  for (const name of different) say(`different: ${name}`)
  if (different.length > 0) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

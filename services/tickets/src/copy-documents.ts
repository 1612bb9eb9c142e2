import { openDatabase, type PostgresServer } from '@balcao/platform'

import { copyDocuments, type CopyReport } from './adapters/copy-documents'
import { MongoMovedDocuments, openMongo } from './adapters/mongo'

export interface MoveOptions {
  /** The server that has the desk's tables, as their owner. */
  postgres: PostgresServer
  /** Where that server asks roles for passwords. */
  roleSecret?: string
  mongoUrl: string
  onProgress?: (report: Readonly<CopyReport>) => void
}

/** Copies the documents of a desk's messages into a MongoDB; for operators who move to the cluster. Idempotent. */
export async function copyDocumentsToMongo(options: MoveOptions): Promise<CopyReport> {
  const { postgres, roleSecret, mongoUrl, onProgress } = options
  const from = openDatabase({ admin: postgres, schema: 'tickets', ...(roleSecret && { roleSecret }) })
  const mongo = openMongo(mongoUrl)
  try {
    const to = new MongoMovedDocuments(mongo)
    return await copyDocuments({ from, to, ...(onProgress && { onProgress }) })
  } finally {
    await mongo.close()
    await from.close()
  }
}

import { SECOND } from '@balcao/kernel'
import type * as S3 from '@aws-sdk/client-s3'
import type { Upload } from '@aws-sdk/lib-storage'

import type { S3Settings } from './s3-blob-store'

type Library = typeof S3 & { Upload: typeof Upload }

export interface Bucket {
  client: S3.S3Client
  library: Library
  name: string
}

/* Time limits for a slow or absent store. A reader that pauses for two minutes is dropped. */
const requestHandler = {
  connectionTimeout: 3 * SECOND,
  requestTimeout: 30 * SECOND,
  throwOnRequestTimeout: true,
  socketTimeout: 120 * SECOND,
}

/** The client of a bucket; the library is loaded only when a bucket is configured. Connects on first use. */
export async function openBucket(settings: S3Settings): Promise<Bucket> {
  const library = { ...(await import('@aws-sdk/client-s3')), ...(await import('@aws-sdk/lib-storage')) }
  const { endpoint, credentials } = settings
  const client = new library.S3Client({
    region: settings.region,
    forcePathStyle: settings.isPathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && {
      credentials: { accessKeyId: credentials.accessKey, secretAccessKey: credentials.secretKey },
    }),
    maxAttempts: 3,
    requestHandler,
    // Not every S3-compatible store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, library, name: settings.bucket }
}

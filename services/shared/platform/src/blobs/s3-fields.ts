import { env } from '../config'
import type { S3Settings } from './s3-blob-store'

/** Environment variables of the S3 store: spread them into a config's `fields`. */
export const s3Fields = {
  S3_BUCKET: env.optional(
    env.text({
      matches: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      help: 'Bucket of an S3-compatible store for media. Without it media lie in a folder.',
    }),
  ),
  S3_ENDPOINT: env.optional(
    env.url({
      protocols: ['http', 'https'],
      help: 'Address of the S3-compatible store. Without it: Amazon’s of the region.',
    }),
  ),
  S3_REGION: env.text({ default: 'us-east-1', help: 'Region of the bucket.' }),
  S3_ACCESS_KEY: env.optional(
    env.text({ help: 'Access key of the store. Without it: what the machine’s role gives.' }),
  ),
  S3_SECRET_KEY: env.optional(env.text({ help: 'Secret key of the store.' })),
  S3_PATH_STYLE: env.optional(
    env.flag({
      help: 'Whether the bucket is in the path (https://store/bucket/key) and not in the host name; by default where S3_ENDPOINT is set.',
    }),
  ),
}

interface S3Variables {
  S3_BUCKET: string | undefined
  S3_ENDPOINT: string | undefined
  S3_REGION: string
  S3_ACCESS_KEY: string | undefined
  S3_SECRET_KEY: string | undefined
  S3_PATH_STYLE: boolean | undefined
}

/** The S3 settings of these variables; undefined where media are stored in a folder. */
export function buildS3Settings(
  variables: S3Variables,
  fault: (message: string) => void,
): S3Settings | undefined {
  const {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  } = variables
  if (!bucket) return undefined
  if (Boolean(accessKey) !== Boolean(secretKey)) fault('S3_ACCESS_KEY and S3_SECRET_KEY go together')
  return {
    bucket,
    endpoint,
    region: variables.S3_REGION,
    credentials: accessKey && secretKey ? { accessKey, secretKey } : undefined,
    isPathStyle: variables.S3_PATH_STYLE ?? endpoint !== undefined,
  }
}

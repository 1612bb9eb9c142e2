import { s3Fields, buildS3Settings, type S3Settings } from '../blobs'
import type { ValuesOf } from '../config'
import { kafkaFields, buildKafkaSettings, type KafkaSettings } from '../events'
import { redisFields } from '../redis'

/** Variables of the optional engines besides Postgres. */
export const engineFields = { ...kafkaFields, ...redisFields, ...s3Fields }

export interface EngineSettings {
  kafka: KafkaSettings | undefined
  redisUrl: string | undefined
  s3: S3Settings | undefined
}

export const buildEngineSettings = (
  values: ValuesOf<typeof engineFields>,
  fault: (message: string) => void,
): EngineSettings => ({
  kafka: buildKafkaSettings(values, fault),
  redisUrl: values.REDIS_URL,
  s3: buildS3Settings(values, fault),
})

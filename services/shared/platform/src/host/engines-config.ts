import { s3Fields, s3SettingsOf, type S3Settings } from '../blobs'
import type { ValuesOf } from '../config'
import { kafkaFields, kafkaSettingsOf, type KafkaSettings } from '../events'
import { redisFields } from '../redis'

/** Variables of the engines that an installation may have besides Postgres, each optional. */
export const engineFields = { ...kafkaFields, ...redisFields, ...s3Fields }

export interface EngineSettings {
  kafka: KafkaSettings | undefined
  redisUrl: string | undefined
  s3: S3Settings | undefined
}

export const engineSettingsOf = (
  values: ValuesOf<typeof engineFields>,
  fault: (message: string) => void,
): EngineSettings => ({
  kafka: kafkaSettingsOf(values, fault),
  redisUrl: values.REDIS_URL,
  s3: s3SettingsOf(values, fault),
})

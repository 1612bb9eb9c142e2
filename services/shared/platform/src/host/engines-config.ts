import type { ValuesOf } from '../config'
import { kafkaFields, kafkaSettingsOf, type KafkaSettings } from '../events'
import { redisFields } from '../redis'

/** Variables of the engines that an installation may have besides Postgres, each optional. */
export const engineFields = { ...kafkaFields, ...redisFields }

export interface EngineSettings {
  kafka: KafkaSettings | undefined
  redisUrl: string | undefined
}

export const engineSettingsOf = (
  values: ValuesOf<typeof engineFields>,
  fault: (message: string) => void,
): EngineSettings => ({
  kafka: kafkaSettingsOf(values, fault),
  redisUrl: values.REDIS_URL,
})

import type { ValuesOf } from '../config'
import { redisFields } from '../redis'

/** Variables of the engines that an installation may have besides Postgres, each optional. */
export const engineFields = { ...redisFields }

export interface EngineSettings {
  redisUrl: string | undefined
}

export const engineSettingsOf = (values: ValuesOf<typeof engineFields>): EngineSettings => ({
  redisUrl: values.REDIS_URL,
})

/** A company's settings for campaigns. */
export interface CampaignSettings {
  /** At most so many seconds between two messages. */
  messageInterval: number
  /** After so many messages; 0: never. */
  longerIntervalAfter: number
  /** Seconds between two blocks of messages. */
  greaterInterval: number
  variables: { key: string; value: string }[]
  /** Times of the company's zone; null: at any time. */
  allowedHours: { start: string; end: string } | null
  optOutWords: string[]
}

export const defaultSettings: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  // Nobody is woken by a company that has not thought of it.
  allowedHours: { start: '08:00', end: '20:00' },
  optOutWords: ['sair', 'parar', 'stop'],
}

/** The settings with the given ones in place. */
export const changeSettings = (
  settings: CampaignSettings,
  given: { [K in keyof CampaignSettings]?: CampaignSettings[K] | undefined },
): CampaignSettings => ({
  messageInterval: given.messageInterval ?? settings.messageInterval,
  longerIntervalAfter: given.longerIntervalAfter ?? settings.longerIntervalAfter,
  greaterInterval: given.greaterInterval ?? settings.greaterInterval,
  variables: given.variables ?? settings.variables,
  allowedHours: given.allowedHours === undefined ? settings.allowedHours : given.allowedHours,
  optOutWords: given.optOutWords ?? settings.optOutWords,
})

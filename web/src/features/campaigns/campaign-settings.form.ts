import type { CampaignSettingView } from '@balcao/contracts'

import { isRecord, readText } from '../../lib/read-json'

/** The page's fields; times are '' when messages may be sent at any time. */
export interface SettingsValues {
  messageInterval: number
  longerIntervalAfter: number
  greaterInterval: number
  variables: { key: string; value: string }[]
  start: string
  end: string
  optOutWords: string
}

const defaults: SettingsValues = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  start: '',
  end: '',
  optOutWords: '',
}

const readNumber = (value: unknown, fallback: number): number =>
  typeof value === 'number' ? value : fallback

const readVariables = (value: unknown): SettingsValues['variables'] =>
  Array.isArray(value)
    ? value.filter(isRecord).map((item) => ({ key: readText(item.key), value: readText(item.value) }))
    : []

/** The settings as the page shows them; each value is JSON. */
export function toSettingsValues(views: readonly CampaignSettingView[]): SettingsValues {
  const read = (key: string): unknown => {
    const found = views.find((view) => view.key === key)
    return found ? (JSON.parse(found.value) as unknown) : undefined
  }
  const hours = read('allowedHours')
  const words = read('optOutWords')
  return {
    messageInterval: readNumber(read('messageInterval'), defaults.messageInterval),
    longerIntervalAfter: readNumber(read('longerIntervalAfter'), defaults.longerIntervalAfter),
    greaterInterval: readNumber(read('greaterInterval'), defaults.greaterInterval),
    variables: readVariables(read('variables')),
    start: isRecord(hours) ? readText(hours.start) : '',
    end: isRecord(hours) ? readText(hours.end) : '',
    optOutWords: Array.isArray(words) ? words.map(readText).join(', ') : '',
  }
}

/** What is sent; hours without both times are none. */
export const toSettingsBody = (values: SettingsValues) => ({
  settings: {
    messageInterval: values.messageInterval,
    longerIntervalAfter: values.longerIntervalAfter,
    greaterInterval: values.greaterInterval,
    variables: values.variables,
    allowedHours: values.start && values.end ? { start: values.start, end: values.end } : null,
    optOutWords: values.optOutWords
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  },
})

/** The list with a variable more; unchanged when its key is empty or taken. */
export function addVariable(
  variables: SettingsValues['variables'],
  given: { key: string; value: string },
): SettingsValues['variables'] {
  const key = given.key.trim().replace(/[{}]/g, '')
  const isTaken = variables.some((variable) => variable.key === key)
  return key === '' || given.value.trim() === '' || isTaken
    ? variables
    : [...variables, { key, value: given.value }]
}

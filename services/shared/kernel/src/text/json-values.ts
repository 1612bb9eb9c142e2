/* Of JSON that others wrote: what is not as expected counts as absent. */

/** A JSON object, whose members may be anything. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{}` for anything but an object. */
export const readRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** The objects of an array; none for anything else. */
export const readRecords = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

/** '' for anything but a text. */
export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Undefined for anything but a finite number. */
export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** A JSON object of Meta's, whose members may be anything. */
export type Json = Readonly<Record<string, unknown>>

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** '' for anything but a text. */
export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Undefined for anything but a finite number. */
export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** `{}` for anything but an object. */
export const readObject = (value: unknown): Json => (isJsonObject(value) ? value : {})

/** The objects of an array; none for anything else. */
export const readObjects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

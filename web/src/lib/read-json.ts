/** What came from elsewhere and has any form. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** '' for anything but text. */
export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

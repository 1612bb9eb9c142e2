import {
  keepsFilesLonger,
  LEAST_RETENTION_MONTHS,
  mapRetentionMonths,
  MOST_RETENTION_MONTHS,
  retentionField,
  retentionKinds,
  type RetentionField,
  type RetentionMonths,
} from '@balcao/contracts'

const fields = retentionKinds.map(retentionField)

/** As typed; '' for what is kept. */
export type RetentionValues = Record<RetentionField, string>

export const toRetentionValues = (months: RetentionMonths): RetentionValues =>
  mapRetentionMonths((field) => String(months[field] ?? ''))

const toMonths = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed.trim()))

export const toRetentionMonths = (values: RetentionValues): RetentionMonths =>
  mapRetentionMonths((field) => toMonths(values[field]))

const isMonths = (typed: string): boolean => {
  const months = toMonths(typed)
  return (
    months === null ||
    (/^\d{1,3}$/.test(typed.trim()) && months >= LEAST_RETENTION_MONTHS && months <= MOST_RETENTION_MONTHS)
  )
}

/** What is wrong with a field: no whole number of months, or files that are kept longer than their messages. */
export function findRetentionFaults(
  values: RetentionValues,
): Partial<Record<RetentionField, 'months' | 'order'>> {
  const wrong = fields.filter((field) => !isMonths(values[field]))
  if (wrong.length > 0) return Object.fromEntries(wrong.map((field) => [field, 'months'] as const))
  return keepsFilesLonger(toRetentionMonths(values)) ? { mediaMonths: 'order' } : {}
}

/** Whether anything is kept for a shorter time than before. */
export const isShorter = (before: RetentionMonths, after: RetentionMonths): boolean =>
  fields.some((field) => {
    const months = after[field]
    return months !== null && months < (before[field] ?? Infinity)
  })

import {
  LEAST_RETENTION_MONTHS,
  MOST_RETENTION_MONTHS,
  retentionKinds,
  type RetentionMonths,
} from '@balcao/contracts'

type Field = keyof RetentionMonths
const fields = retentionKinds.map((kind) => `${kind}Months` as const)

/** As typed; '' for what is kept. */
export type RetentionValues = Record<Field, string>

const eachField = <T>(find: (field: Field) => T): Record<Field, T> => ({
  messagesMonths: find('messagesMonths'),
  mediaMonths: find('mediaMonths'),
  chatsMonths: find('chatsMonths'),
})

export const toRetentionValues = (months: RetentionMonths): RetentionValues =>
  eachField((field) => String(months[field] ?? ''))

const toMonths = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed.trim()))

export const toRetentionMonths = (values: RetentionValues): RetentionMonths =>
  eachField((field) => toMonths(values[field]))

const isMonths = (typed: string): boolean => {
  const months = toMonths(typed)
  return (
    months === null ||
    (/^\d{1,3}$/.test(typed.trim()) && months >= LEAST_RETENTION_MONTHS && months <= MOST_RETENTION_MONTHS)
  )
}

/** What is wrong with a field: no whole number of months, or files that are kept longer than their messages. */
export function findRetentionFaults(values: RetentionValues): Partial<Record<Field, 'months' | 'order'>> {
  const wrong = fields.filter((field) => !isMonths(values[field]))
  if (wrong.length > 0) return Object.fromEntries(wrong.map((field) => [field, 'months'] as const))
  const { messagesMonths, mediaMonths } = toRetentionMonths(values)
  const isLonger = messagesMonths !== null && mediaMonths !== null && mediaMonths > messagesMonths
  return isLonger ? { mediaMonths: 'order' } : {}
}

/** Whether anything is kept for a shorter time than before. */
export const isShorter = (before: RetentionMonths, after: RetentionMonths): boolean =>
  fields.some((field) => {
    const months = after[field]
    return months !== null && months < (before[field] ?? Infinity)
  })

import {
  retentionKinds,
  type RetentionCounts,
  type RetentionKind,
  type RetentionMonths,
} from '../http/retention.routes'

export type RetentionField = keyof RetentionMonths

/** The field that has the months of a kind. */
export const retentionField = (kind: RetentionKind): RetentionField => `${kind}Months`

/** A value for the months of each kind. */
export const mapRetentionMonths = <T>(
  find: (field: RetentionField, kind: RetentionKind) => T,
): Record<RetentionField, T> =>
  Object.fromEntries(
    retentionKinds.map((kind) => [retentionField(kind), find(retentionField(kind), kind)]),
  ) as Record<RetentionField, T>

/** Files go with their messages at the latest. */
export const keepsFilesLonger = ({
  messagesMonths,
  mediaMonths,
}: Pick<RetentionMonths, 'messagesMonths' | 'mediaMonths'>): boolean =>
  messagesMonths !== null && mediaMonths !== null && mediaMonths > messagesMonths

export const hasErased = ({ tickets, messages, files }: RetentionCounts): boolean =>
  tickets > 0 || messages > 0 || files > 0

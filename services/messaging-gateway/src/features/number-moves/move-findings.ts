import {
  hasSmallerFiles,
  listLosses,
  type Capabilities,
  type LossKind,
  type MoveChangeKind,
  type MoveFinding,
} from '@balcao/contracts'

/** What a connection has that its next network may treat otherwise. */
export interface MoveCounts {
  /** Unclosed tickets of groups, and of people who have been silent for the hours of the window. */
  groups: number
  silent: number
  /** Without a template. */
  campaigns: number
  schedules: number
  /** People known by a privacy id of the app alone. */
  hiddenNumbers: number
  /** Messages that have not left, and those that may have left. */
  queued: number
  unconfirmed: number
}

const uncounted = (kind: MoveFinding['kind']): MoveFinding => ({ kind, count: null })

/**
 * What will not work, or otherwise, after a connection has changed from one network to another: first what concerns conversations, then what
 * is planned or queued, then what the network does not have. Counted kinds that concern nobody are left out.
 */
export function listMoveFindings(
  { from, to }: { from: Capabilities; to: Capabilities },
  counts: MoveCounts,
): MoveFinding[] {
  const losses = listLosses(from, to)
  const hasWindow = to.windowHours !== null && from.windowHours === null
  const counted = (kind: MoveChangeKind | LossKind, count: number, isMeant = true): MoveFinding[] =>
    isMeant && count > 0 ? [{ kind, count }] : []
  return [
    ...(losses.includes('hasGroups') ? [{ kind: 'hasGroups' as const, count: counts.groups }] : []),
    ...(hasWindow ? [{ kind: 'windowHours' as const, count: counts.silent }, uncounted('botTexts')] : []),
    ...counted('campaigns', counts.campaigns, hasWindow),
    ...counted('schedules', counts.schedules, hasWindow),
    ...counted('hiddenNumbers', counts.hiddenNumbers),
    ...counted('queued', counts.queued),
    ...counted('unconfirmed', counts.unconfirmed),
    ...losses.filter((kind) => kind !== 'hasGroups').map(uncounted),
    ...(hasSmallerFiles(from, to) ? [uncounted('maxBytes')] : []),
  ]
}

import { MINUTE, SECOND } from '@balcao/kernel'

/** When sessions change hands. */
export interface ShardTimes {
  /** How often a process says that it is alive: as often as leases are renewed. */
  beatEveryMs: number
  /**
   * Unseen for so long a process counts as gone. At least one beat less than the leases' TTL: when its leases expire, the
   * others have already assigned its connections.
   */
  aliveForMs: number
  /**
   * Unseen for so long, and with nobody listening at its address, a process has ended: it has been silent for a heartbeat and some.
   * Twice a poll, so that a process which polls in time is never asked.
   */
  silentAfterMs: number
  /** When the row of a process that is gone is deleted. */
  forgetAfterMs: number
  /** After so long any process may take a free connection that its assigned process has not taken. */
  takeOverAfterMs: number
  /** Nothing is handed over before processes have neither come nor gone for so long. */
  settleMs: number
  /** A session stays at least so long where it was opened. */
  stayMs: number
  /** Without a message for so long a session is idle, and moves first. */
  idleMs: number
  /** Busy sessions move too, after processes have been the same for so long. */
  busyAfterMs: number
  /** Hand-overs that may begin within `paceMs`. */
  movesPerPace: number
  paceMs: number
  movesAtOnce: number
  /** At the end of a process: sessions that are handed over side by side. */
  leavesAtOnce: number
}

export const shardTimes: ShardTimes = {
  beatEveryMs: 3 * SECOND,
  aliveForMs: 10 * SECOND,
  silentAfterMs: 4 * SECOND,
  forgetAfterMs: 10 * MINUTE,
  takeOverAfterMs: 3 * SECOND,
  settleMs: 30 * SECOND,
  stayMs: 1 * MINUTE,
  idleMs: 30 * SECOND,
  busyAfterMs: 2 * MINUTE,
  movesPerPace: 5,
  paceMs: 10 * SECOND,
  movesAtOnce: 2,
  leavesAtOnce: 32,
}

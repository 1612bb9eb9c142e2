import {
  MINUTE,
  SECOND,
  systemPause,
  type BlobStore,
  type Pause,
  type Peers,
  type ServicePorts,
} from '@balcao/kernel'
import {
  createEventLog,
  createInbox,
  createMediaCookies,
  createMemoryCache,
  createMemoryPresence,
  createPendingBlobs,
  createPgLeases,
  createSessionDirectory,
  FIRST_PRIMARY,
  type CachedSessionDirectory,
  type PgLeases,
} from '@balcao/platform'

import type { TestDatabase } from '../database/test-database'
import { fakeMediaLinks } from './fake-media-links'
import { fakeRpc, type PartialRpc } from './fake-rpc'
import { fakeTokens } from './fake-tokens'
import { fixedClock, type FixedClock } from './fixed-clock'
import { memoryBlobs } from './memory-blobs'
import { recordingMailer, type RecordingMailer } from './recording-mailer'
import { sequentialIds } from './sequential-ids'

export interface TestPorts extends ServicePorts {
  clock: FixedClock
  mailer: RecordingMailer
  leases: PgLeases
  sessions: CachedSessionDirectory
}

export interface TestPortsOptions {
  clock?: FixedClock
  blobs?: BlobStore
  rpc?: PartialRpc
  peers?: Peers
  /** Real time unless given. */
  pause?: Pause
  /** Owner of leases; unique for each call unless given. */
  owner?: string
}

let spaces = 0

/* A process that a busy machine halts for seconds keeps its leases; tests end them by hand. */
const PATIENT_LEASES = {
  ttlMs: 5 * MINUTE,
  renewEveryMs: 3 * SECOND,
  suspendAfterMs: 2 * MINUTE,
  loseAfterMs: 4 * MINUTE,
}

/**
 * A service's ports for a test: its real schema, outbox, inbox, leases and session directory; the rest in memory, with a
 * fixed clock. Sessions come from rows: see `givenSession`.
 */
export function testPorts(pg: TestDatabase, schema: string, options: TestPortsOptions = {}): TestPorts {
  const db = pg.db(schema)
  const clock = options.clock ?? fixedClock()
  const blobs = options.blobs ?? memoryBlobs()
  spaces += 1
  const owner = options.owner ?? `test-${spaces}`
  const leases = createPgLeases({ db, owner, times: PATIENT_LEASES })
  pg.onClose(() => leases.stop())
  return {
    db,
    primaries: [{ name: FIRST_PRIMARY, db, leases }],
    primaryNames: [FIRST_PRIMARY],
    clock,
    pause: options.pause ?? systemPause,
    leases,
    events: createEventLog(schema),
    inbox: createInbox(),
    cache: createMemoryCache({ clock }),
    presence: createMemoryPresence(clock),
    blobs,
    pendingBlobs: createPendingBlobs({ db, blobs, clock }),
    mailer: recordingMailer(),
    mediaLinks: fakeMediaLinks(),
    mediaCookies: createMediaCookies('a secret of tests, 32 characters', clock),
    sessions: createSessionDirectory({ db, lagPatienceMs: 0 }),
    tokens: fakeTokens(),
    rpc: fakeRpc(options.rpc),
    self: { owner, rpcAddress: `test:${owner}` },
    peers: options.peers ?? {
      messaging: () => fakeRpc().messaging,
      probe: () => Promise.resolve('unknown'),
    },
    ids: sequentialIds(spaces),
    publicUrl: '',
  }
}

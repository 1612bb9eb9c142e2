import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { HOUR, MINUTE, SECOND, systemClock, type Running } from '@balcao/kernel'
import { gauge, repeat } from '@balcao/platform'

import { standaloneLog } from '../terminal-report'
import {
  archiveFolder,
  CONTINUOUS,
  deleteBase,
  deleteDrafts,
  listBases,
  readStatus,
  writeStatus,
  type ArchiveFolder,
} from './archive-folder'
import { archiveWal, giveUpOldest, isUnbroken, listStaged, noteBase } from './archive-wal'
import { makeBaseBackup, readSystemIdentifier, type BaseSource } from './base-backup'
import { MediaMirror } from './mirror-media'
import { listOlder } from './wal-names'

const EVERY_MS = 2 * SECOND
const BASE_EVERY_MS = 24 * HOUR
const AGAIN_AFTER_MS = 10 * MINUTE
/* The newest, and the one before: any moment of the last day. */
const KEPT_BASES = 2

const age = gauge('balcao_wal_archive_seconds', 'Seconds since WAL was last archived by the single machine')

export interface ContinuousSource extends BaseSource {
  /** Where Postgres puts finished WAL. */
  staging: string
  /** The media store's folder; undefined where media are in a bucket. */
  media: string | undefined
}

/**
 * Copies all of a single machine to another folder as it is written: WAL within seconds of a segment's end, with the media that it names, and a base backup a day.
 * Whatever fails is logged once until it succeeds, kept for the doctor, and tried again; the desk goes on.
 */
export class ContinuousBackup implements Running {
  private readonly stopping = new AbortController()
  private readonly mirror: MediaMirror | undefined
  private readonly endAge: () => void
  private missing = new Set<string>()
  private archivedAt: Date | undefined
  private baseTriedAt = -Infinity
  private failure: string | undefined
  private loop: Running | undefined
  private base: Promise<void> | undefined
  private archiving: Promise<unknown> = Promise.resolve()

  private constructor(
    private readonly source: ContinuousSource,
    private readonly archive: ArchiveFolder,
    private readonly now: () => Date,
  ) {
    if (source.media !== undefined) this.mirror = new MediaMirror(source.media, archive.media)
    this.endAge = age.observe(() =>
      this.archivedAt ? [{ value: (this.now().getTime() - this.archivedAt.getTime()) / SECOND }] : [],
    )
  }

  /** @param folder of all backups. */
  static async open(
    source: ContinuousSource,
    folder: string,
    now = () => systemClock.now(),
  ): Promise<ContinuousBackup> {
    const root = path.join(folder, CONTINUOUS, await readSystemIdentifier(source.admin))
    return new ContinuousBackup(source, archiveFolder(root), now)
  }

  start(): this {
    this.loop = repeat(() => this.turn(), EVERY_MS)
    return this
  }

  /** Ends a base backup that is being made. What is staged afterwards is archived by `finish`. */
  async stop(): Promise<void> {
    this.stopping.abort()
    this.endAge()
    await this.loop?.stop()
    await this.base
  }

  /** Archives what Postgres staged when it stopped. Does not throw. */
  async finish(): Promise<void> {
    await this.guard(() => this.archiveStaged())
  }

  /** One look: archives, copies, and makes a base backup if it is time. Does not throw. */
  async turn(): Promise<void> {
    await this.guard(() => this.archiveStaged())
    // Beside it: what is written while a large cluster is copied is archived as ever.
    if (!this.base && this.isBaseDue())
      this.base = this.guard(() => this.makeBase()).finally(() => (this.base = undefined))
  }

  private archiveStaged(): Promise<void> {
    const next = this.archiving.then(() => this.archiveNow())
    this.archiving = next.catch(() => undefined)
    return next
  }

  private async archiveNow(): Promise<void> {
    const { staging } = this.source
    const names = listStaged(staging)
    if (names.length === 0) return
    try {
      // Media first: they are written before the rows that name them, so a recovery has the files of all its rows.
      await this.mirror?.copyNew()
      const isContinuous = await archiveWal(staging, this.archive, names)
      if (!isContinuous)
        standaloneLog.error({ names }, 'the archive of WAL has a gap: a new base backup follows')
    } catch (error) {
      const givenUp = await giveUpOldest(staging)
      if (givenUp.length > 0) standaloneLog.error({ givenUp }, 'WAL that could not be archived was given up')
      throw error
    }
    this.archivedAt = this.now()
    await this.report(undefined)
  }

  private isBaseDue(): boolean {
    if (performance.now() - this.baseTriedAt < AGAIN_AFTER_MS) return false
    const [newest] = listBases(this.archive)
    const ageMs = newest ? this.now().getTime() - new Date(newest.beganAt).getTime() : Infinity
    return ageMs > BASE_EVERY_MS || !isUnbroken(this.source.staging)
  }

  private async makeBase(): Promise<void> {
    this.baseTriedAt = performance.now()
    await deleteDrafts(this.archive)
    const { signal } = this.stopping
    const settle = () => this.archiveStaged()
    const { beganAt } = await makeBaseBackup(this.source, this.archive, { now: this.now, settle, signal })
    await noteBase(this.source.staging)
    standaloneLog.info({ beganAt, archive: this.archive.root }, 'made a base backup')
    await this.prune()
  }

  private async prune(): Promise<void> {
    const bases = listBases(this.archive)
    for (const old of bases.slice(KEPT_BASES)) await deleteBase(old)
    const oldest = bases.slice(0, KEPT_BASES).at(-1)
    if (!oldest) return
    const names = readdirSync(this.archive.wal).map((file) => file.replace(/\.gz$/, ''))
    for (const name of listOlder(names, oldest.firstSegment))
      await rm(path.join(this.archive.wal, `${name}.gz`), { force: true })
    if (this.mirror) this.missing = await this.mirror.deleteGone(this.missing)
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      if (this.failure !== undefined) await this.report(undefined)
      this.failure = undefined
    } catch (err) {
      if (this.stopping.signal.aborted && (err as { name?: unknown }).name === 'AbortError') return
      const failure = err instanceof Error ? err.message : String(err)
      if (failure !== this.failure) standaloneLog.error({ err }, 'the continuous backup failed')
      this.failure = failure
      // The folder may be what failed; the log has said so.
      await this.report(failure).catch(() => undefined)
    }
  }

  private report(failure: string | undefined): Promise<void> {
    const archivedAt = this.archivedAt?.toISOString() ?? readStatus(this.archive)?.archivedAt
    return writeStatus(this.archive, { archivedAt, failure })
  }
}

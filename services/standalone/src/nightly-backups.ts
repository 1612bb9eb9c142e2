import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { HOUR, MINUTE, systemClock, type Running } from '@balcao/kernel'

import { readBackups } from './doctor/backup-check'
import { standaloneLog } from './terminal-report'

const LOOK_EVERY_MS = 5 * MINUTE
/* A machine that was off at night makes it when it is on again. */
const OVERDUE_MS = 26 * HOUR
const AGAIN_AFTER_MS = 1 * HOUR
const PROGRAM = path.join(__dirname, '../../../scripts/backup-nightly.mjs')

export interface BackupPlan {
  now: Date
  /** The hour of the night in the machine's time zone. */
  hour: number
  /** Of the newest whole backup. */
  newestAt: Date | undefined
  /** When this process last tried. */
  triedAt: Date | undefined
}

/** Whether a backup is to be made now: once in its hour of the night, or when the last one is older than a day; a failure waits an hour. */
export function isBackupDue({ now, hour, newestAt, triedAt }: BackupPlan): boolean {
  const ageOf = (at: Date | undefined) => (at ? now.getTime() - at.getTime() : Infinity)
  if (ageOf(triedAt) < AGAIN_AFTER_MS) return false
  return ageOf(newestAt) > OVERDUE_MS || (now.getHours() === hour && ageOf(newestAt) > OVERDUE_MS / 2)
}

/** Settings of nightly backups. */
export interface NightlySettings {
  folder: string
  hour: number
}

/** Runs `scripts/backup-nightly.mjs` beside the desk once a night. A failure is logged, and told by `npm run doctor`. */
export class NightlyBackups implements Running {
  private triedAt: Date | undefined
  private child: ChildProcess | undefined
  private looking: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly settings: NightlySettings,
    private readonly program = PROGRAM,
  ) {}

  start(): this {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    void this.look()
    return this
  }

  /** Backs up if it is time; one at a time. Does not throw. */
  look(): Promise<void> {
    this.looking ??= this.backUpIfDue()
      .catch((err: unknown) => standaloneLog.error({ err }, 'the nightly backup failed'))
      .finally(() => (this.looking = undefined))
    return this.looking
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.child?.kill('SIGTERM')
    await this.looking
  }

  private async backUpIfDue(): Promise<void> {
    const { folder, hour } = this.settings
    const now = systemClock.now()
    const { newestAt } = readBackups(folder)
    if (!isBackupDue({ now, hour, newestAt, triedAt: this.triedAt })) return
    this.triedAt = now
    const { code, output } = await this.runProgram()
    if (code === 0) standaloneLog.info({ folder }, 'backed up')
    else standaloneLog.error({ folder, code, output }, 'the nightly backup failed')
  }

  private async runProgram(): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [this.program], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.child = child
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)))
    const [code] = (await once(child, 'close')) as [number | null]
    this.child = undefined
    return { code, output: output.trim() }
  }
}

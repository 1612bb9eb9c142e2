import {
  MINUTE,
  SECOND,
  type Activity,
  type Clock,
  type Job,
  type Lease,
  type Leases,
  type Running,
} from '@balcao/kernel'

import { forPrimary } from '../postgres'
import { createLogger } from '../telemetry/logger'
import { counter, gauge, histogram } from '../telemetry/metrics'

const log = createLogger('jobs')
const failures = counter(
  'balcao_job_failures_total',
  'What failed in runs of timed jobs: each item, or the run',
)
const failedInARow = gauge(
  'balcao_job_failed_runs',
  'Failed runs of a timed job since its last success in this process',
)
const duration = histogram('balcao_job_ms', 'Time of one run of a timed job, in milliseconds')

const FIRST_RUN_AFTER_MS = 200
/* Acquiring a lease for each run costs two transactions; a job that runs more often keeps it, and one that nobody else can run. */
const KEEPS_LEASE_BELOW_MS = 10 * SECOND
/* A job that tells when its work is due, unless it says how often. */
const ASKED_EVERY_MS = MINUTE

/* Of one run. */
const MOST_LOGGED = 20

const listFailures = (error: unknown): readonly unknown[] =>
  error instanceof AggregateError ? error.errors.flatMap(listFailures) : [error]

/** False when the job threw. */
async function runOnce(job: Job, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now()
  try {
    await job.run(signal)
    return true
  } catch (error) {
    if (signal.aborted) return true
    const all = listFailures(error)
    failures.add(all.length, { name: job.name })
    for (const err of all.slice(0, MOST_LOGGED))
      log.error({ job: job.name, err, failures: all.length }, 'job failed')
    return false
  } finally {
    duration.record(performance.now() - startedAt, { name: job.name })
  }
}

export interface JobSurroundings {
  leases: Leases
  clock: Clock
  /** Of the job's service. */
  activity?: Activity | undefined
  /** The primary that it runs for, where its service has several. */
  primary?: string | undefined
}

class JobRunner implements Running {
  private readonly stopping = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private current: Promise<void> | undefined
  private lease: Lease | undefined
  private failedRuns = 0
  /** Waits longer than `everyMs`, and less once the service commits. */
  private isResting = false
  private readonly leases: Leases
  private readonly clock: Clock
  private readonly activities: readonly Activity[]
  private readonly endings: (() => void)[]

  constructor(
    private readonly job: Job,
    { leases, clock, activity: ofService, primary }: JobSurroundings,
  ) {
    this.leases = leases
    this.clock = clock
    this.activities = [job.activity ?? ofService, job.wokenBy].filter((one) => one !== undefined)
    this.endings = [
      failedInARow.observe(() => [
        { value: this.failedRuns, labels: { name: job.name, ...(primary !== undefined && { primary }) } },
      ]),
      ...this.activities.map((activity) => activity.onWork(() => this.wake())),
    ]
    this.wait(FIRST_RUN_AFTER_MS)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    clearTimeout(this.timer)
    await this.current
    await this.lease?.release()
    this.lease = undefined
    for (const end of this.endings) end()
  }

  private wake(): void {
    if (!this.isResting) return
    clearTimeout(this.timer)
    this.wait(this.job.everyMs)
  }

  private isIdle(): boolean {
    return this.activities.length > 0 && this.activities.every((activity) => activity.isIdle())
  }

  /* @param untilDueMs how long nothing is due, where that is known */
  private rest(untilDueMs: number): void {
    const { everyMs, idleEveryMs = everyMs, idleAloneEveryMs = idleEveryMs } = this.job
    const isQuiet = this.leases.isOnlyWriter && this.failedRuns === 0
    const restMs = untilDueMs || (isQuiet ? idleAloneEveryMs : idleEveryMs)
    // Work may have begun while the job was asked.
    const isIdle = this.isIdle()
    this.wait(isIdle ? restMs : everyMs)
    this.isResting = isIdle && restMs > everyMs
  }

  /* One timer at a time, set after the run: runs never overlap. */
  private wait(ms: number): void {
    this.isResting = false
    if (this.stopping.signal.aborted) return
    this.timer = setTimeout(() => {
      this.isResting = false
      this.current = this.turn()
        .catch((err: unknown) => {
          log.warn({ job: this.job.name, err }, 'job could not begin')
          return this.job.idleEveryMs ?? this.job.everyMs
        })
        .then((untilDueMs) => this.rest(untilDueMs))
    }, ms)
    this.timer.unref()
  }

  /* Runs the job unless nothing is due. Resolves with how long nothing is. */
  private async turn(): Promise<number> {
    const untilDueMs = await this.findUntilDue()
    if (untilDueMs > 0 || this.stopping.signal.aborted) return untilDueMs
    await this.runHeld()
    return this.findUntilDue()
  }

  /* In milliseconds; 0 where that is not asked. What failed is run again, whatever is due. */
  private async findUntilDue(): Promise<number> {
    const { job, leases, clock } = this
    const isAsked = leases.isOnlyWriter && this.isIdle() && this.failedRuns === 0
    if (!job.findNextDue || !isAsked || this.stopping.signal.aborted) return 0
    const { idleAloneEveryMs: askedEveryMs = ASKED_EVERY_MS } = job
    const dueAt = await job.findNextDue(new Date(clock.now().getTime() + askedEveryMs))
    return dueAt ? Math.max(0, dueAt.getTime() - clock.now().getTime()) : askedEveryMs
  }

  private async runHeld(): Promise<void> {
    if (this.job.runs === 'process') return this.run(this.stopping.signal)
    if (this.lease?.signal.aborted) this.lease = undefined
    this.lease ??= await this.leases.acquire(this.job.name)
    if (!this.lease || this.stopping.signal.aborted) return
    await this.run(AbortSignal.any([this.stopping.signal, this.lease.signal]))
    if (this.leases.isOnlyWriter || this.job.everyMs < KEEPS_LEASE_BELOW_MS) return
    const { lease } = this
    this.lease = undefined
    await lease.release()
  }

  private async run(signal: AbortSignal): Promise<void> {
    this.failedRuns = (await runOnce(this.job, signal)) ? 0 : this.failedRuns + 1
  }
}

/**
 * Runs a job soon after start and then `everyMs` after each end (as `idleEveryMs`, `idleAloneEveryMs` and `findNextDue` say while its
 * service is idle), under its lease unless every process runs it. A throw is logged and counted. `stop` aborts the run's signal and
 * waits for it.
 */
export function startJob(job: Job, surroundings: JobSurroundings): Running {
  const { primary } = surroundings
  return new JobRunner(primary === undefined ? job : runFor(primary, job), surroundings)
}

function runFor(primary: string, job: Job): Job {
  const { findNextDue } = job
  return {
    ...job,
    ...(findNextDue && { findNextDue: (before) => forPrimary(primary, () => findNextDue(before)) }),
    run: (signal) => forPrimary(primary, () => job.run(signal)),
  }
}

import { SECOND, type Activity, type Job, type Lease, type Leases, type Running } from '@balcao/kernel'

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

class JobRunner implements Running {
  private readonly stopping = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private current: Promise<void> | undefined
  private lease: Lease | undefined
  private failedRuns = 0
  /** Waits longer than `everyMs`, and less once the service commits. */
  private isResting = false
  private readonly endings: (() => void)[]

  constructor(
    private readonly job: Job,
    private readonly leases: Leases,
    private readonly activity: Activity | undefined,
  ) {
    this.endings = [
      failedInARow.observe(() => [{ value: this.failedRuns, labels: { name: job.name } }]),
      activity?.onWork(() => this.wake()) ?? (() => undefined),
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

  private rest(): void {
    const { everyMs, idleEveryMs = everyMs, idleAloneEveryMs = idleEveryMs } = this.job
    const restMs = this.leases.isOnlyWriter ? idleAloneEveryMs : idleEveryMs
    const isIdle = restMs > everyMs && this.activity?.isIdle() === true
    this.wait(isIdle ? restMs : everyMs)
    this.isResting = isIdle
  }

  /* One timer at a time, set after the run: runs never overlap. */
  private wait(ms: number): void {
    this.isResting = false
    if (this.stopping.signal.aborted) return
    this.timer = setTimeout(() => {
      this.isResting = false
      this.current = this.turn()
        .catch((error: unknown) => log.warn({ job: this.job.name, err: error }, 'job has no lease'))
        .finally(() => this.rest())
    }, ms)
    this.timer.unref()
  }

  private async turn(): Promise<void> {
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
 * Runs a job soon after start and then `everyMs` after each end (`idleEveryMs` while its service is idle), under its lease unless
 * every process runs it. A throw is logged and counted. `stop` aborts the run's signal and waits for it.
 */
export const startJob = (job: Job, leases: Leases, activity?: Activity): Running =>
  new JobRunner(job, leases, job.activity ?? activity)

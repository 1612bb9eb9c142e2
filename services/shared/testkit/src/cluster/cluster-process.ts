import { spawn, type ChildProcess } from 'node:child_process'

const READY_WITHIN_MS = 240_000
const KEPT_OUTPUT = 200_000

/** One process of a cluster on this machine. */
export interface ClusterProcess {
  name: string
  readonly pid: number
  readonly isRunning: boolean
  /** Its output so far, over all restarts. */
  output(): string
  /** Starts it again, with the same environment. Resolves when it is ready. */
  start(): Promise<void>
  /** Resolves with the exit code; null after a signal. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** SIGSTOP, SIGCONT, or any other signal that does not end it. */
  signal(signal: NodeJS.Signals): void
}

export interface ProgramPlan {
  name: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** Readiness check, polled. Resolves with what is missing, undefined once it is ready. */
  whatIsMissing(): Promise<string | undefined>
  onOutput?(name: string, text: string): void
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

class Program implements ClusterProcess {
  private child: ChildProcess | undefined
  private gone: Promise<number | null> = Promise.resolve(null)
  private text = ''

  constructor(private readonly plan: ProgramPlan) {}

  get name(): string {
    return this.plan.name
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null
  }

  output(): string {
    return this.text
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [...this.plan.args], {
      env: { ...this.plan.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Own process group: the parent stops it in order on Ctrl-C.
      detached: true,
    })
    this.child = child
    const hear = (chunk: Buffer) => {
      this.text = `${this.text}${chunk.toString()}`.slice(-KEPT_OUTPUT)
      this.plan.onOutput?.(this.name, chunk.toString())
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    this.gone = new Promise((resolve) => child.once('exit', resolve))
    await this.ready()
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.child?.kill(signal)
    return this.gone
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal)
  }

  private async ready(): Promise<void> {
    const giveUpAt = performance.now() + READY_WITHIN_MS
    for (;;) {
      const missing = await this.plan.whatIsMissing()
      if (missing === undefined) return
      if (!this.isRunning) throw new Error(`${this.name} ended before it was ready:\n${this.text}`)
      if (performance.now() > giveUpAt)
        throw new Error(`${this.name} did not become ready: ${missing}\n${this.text}`)
      await sleep(50)
    }
  }
}

export const clusterProcess = (plan: ProgramPlan): ClusterProcess => new Program(plan)

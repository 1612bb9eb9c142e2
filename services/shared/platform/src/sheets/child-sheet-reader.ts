import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

import type { CompanyId } from '@balcao/contracts'
import { AppError, FairSlots, MINUTE, SECOND, type SheetReader, type SheetRow } from '@balcao/kernel'

import { exitCodes } from './exit-codes'

export interface ReaderLimits {
  /** JavaScript memory of the process; strings and buffers of a hostile file end it, not the service. */
  heapMebibytes: number
  /** Until the first row, and for each row that was read; all of it together is never more than `mostMs`. */
  startMs: number
  rowMs: number
  mostMs: number
  /** Of all companies; each has one. */
  atOnce: number
  /** Files of a company that wait for the one that is read. */
  waitingPerCompany: number
}

const defaultLimits: ReaderLimits = {
  heapMebibytes: 192,
  startMs: 10 * SECOND,
  rowMs: 2,
  mostMs: MINUTE,
  atOnce: 2,
  waitingPerCompany: 3,
}

/** The program that reads a file, and Node's arguments for it. */
export interface SheetProgram {
  file: string
  execArgv: string[]
}

const builtProgram: SheetProgram = { file: path.join(__dirname, 'sheet-program.js'), execArgv: [] }

/** Reads each file in a process of its own. */
export class ChildSheetReader implements SheetReader {
  private readonly limits: ReaderLimits
  private readonly slots: FairSlots<CompanyId>

  constructor(
    private readonly program: SheetProgram = builtProgram,
    limits: Partial<ReaderLimits> = {},
  ) {
    this.limits = { ...defaultLimits, ...limits }
    const { atOnce, waitingPerCompany } = this.limits
    this.slots = new FairSlots({ atOnce, atOncePerKey: 1, waitingPerKey: waitingPerCompany })
  }

  async *read(companyId: CompanyId, file: string, { rows }: { rows: number }): AsyncGenerator<SheetRow> {
    const release = await this.slots.take(companyId)
    try {
      yield* this.readInSlot(file, rows)
    } finally {
      release()
    }
  }

  private async *readInSlot(file: string, rows: number): AsyncGenerator<SheetRow> {
    const child = this.start(file, rows)
    const ended = once(child, 'close') as Promise<[number | null]>
    const clock = this.startClock(child)
    try {
      // Backpressure: the process waits while the caller is busy with a row.
      for await (const line of createInterface({ input: child.stdout })) {
        clock.addRow()
        yield JSON.parse(line) as SheetRow
      }
      const [code] = await ended
      if (code !== 0)
        throw new AppError(code === exitCodes.invalid ? 'ERR_VALIDATION' : 'ERR_MEDIA_TOO_LARGE', {
          detail: 'file',
        })
    } finally {
      clock.stop()
      child.kill('SIGKILL')
      await ended
    }
  }

  /* A file without rows has the least time, however long it keeps the reader busy. */
  private startClock(child: ChildProcess): { addRow(): void; stop(): void } {
    const { startMs, rowMs, mostMs } = this.limits
    const startedAt = performance.now()
    let allowedMs = startMs
    let timer: NodeJS.Timeout
    const check = () => {
      const leftMs = allowedMs - (performance.now() - startedAt)
      if (leftMs <= 0) child.kill('SIGKILL')
      else timer = setTimeout(check, leftMs)
    }
    timer = setTimeout(check, startMs)
    return {
      addRow: () => (allowedMs = Math.min(mostMs, allowedMs + rowMs)),
      stop: () => clearTimeout(timer),
    }
  }

  private start(file: string, rows: number): ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } {
    const { heapMebibytes } = this.limits
    const args = [
      ...this.program.execArgv,
      `--max-old-space-size=${heapMebibytes}`,
      this.program.file,
      file,
      String(rows),
    ]
    return spawn(process.execPath, args, {
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }
}

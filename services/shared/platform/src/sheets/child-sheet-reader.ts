import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { AppError, MINUTE, type SheetReader, type SheetRow } from '@balcao/kernel'

import { exitCodes } from './exit-codes'

export interface ReaderLimits {
  /** JavaScript memory of the process; strings and buffers of a hostile file end it, not the service. */
  heapMebibytes: number
  timeoutMs: number
  atOnce: number
}

const defaultLimits: ReaderLimits = { heapMebibytes: 192, timeoutMs: MINUTE, atOnce: 2 }

/** The program that reads a file, and Node's arguments for it. */
export interface SheetProgram {
  file: string
  execArgv: string[]
}

const builtProgram: SheetProgram = { file: path.join(__dirname, 'sheet-program.js'), execArgv: [] }

/** Reads each file in a process of its own. */
export class ChildSheetReader implements SheetReader {
  private active = 0

  constructor(
    private readonly program: SheetProgram = builtProgram,
    private readonly limits: ReaderLimits = defaultLimits,
  ) {}

  async *read(file: string, { rows }: { rows: number }): AsyncGenerator<SheetRow> {
    if (this.active >= this.limits.atOnce) throw new AppError('ERR_TOO_MANY_REQUESTS')
    this.active += 1
    const child = this.start(file, rows)
    const ended = once(child, 'close') as Promise<[number | null]>
    try {
      // Backpressure: the process waits while the caller is busy with a row.
      for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as SheetRow
      const [code] = await ended
      if (code !== 0)
        throw new AppError(code === exitCodes.invalid ? 'ERR_VALIDATION' : 'ERR_MEDIA_TOO_LARGE', {
          detail: 'file',
        })
    } finally {
      child.kill('SIGKILL')
      await ended
      this.active -= 1
    }
  }

  private start(file: string, rows: number): ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } {
    const { heapMebibytes, timeoutMs } = this.limits
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
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
  }
}

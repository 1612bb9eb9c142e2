import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { isAlive } from './postmaster'
import { readErrorCode } from './system-error'

/** Start time of the process in ticks since boot, where available: distinguishes it from a later process with the same id. */
function startedAt(pid: number): string {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return ''
  // The name, in brackets, may contain blanks; the start time is the 20th field after it.
  return readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
}

const identity = (pid: number): string => `${pid} ${startedAt(pid)}`

/**
 * Claims the folder for this process until released: a second start would otherwise take over the first one's
 * server and stop it when it ends.
 * @throws {Error} with one line when another living process has it.
 */
export function claimFolder(folder: string): () => void {
  const file = join(folder, 'owner')
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, identity(process.pid))
  try {
    // Never seen without its content, as a file that is created and then written would be.
    linkSync(mine, file)
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error
    const holder = readFileSync(file, 'utf8')
    const pid = Number(holder.split(' ')[0])
    if (pid > 0 && isAlive(pid) && holder === identity(pid))
      throw new Error(
        `Process ${pid} is already running on ${folder}. Stop it, or set DATA_DIR to another folder.`,
      )
    renameSync(mine, file)
  } finally {
    rmSync(mine, { force: true })
  }
  return () => rmSync(file, { force: true })
}

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { isAlive } from './postmaster'
import { codeOf } from './system-error'

/** Ticks since boot, where the system tells: with it a process id is not mistaken for its next bearer. */
function startedAt(pid: number): string {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return ''
  // The name, in brackets, may contain blanks; the start is the 20th field after it.
  return readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
}

const identity = (pid: number): string => `${pid} ${startedAt(pid)}`

/**
 * Makes this process the one that uses the folder, until released: otherwise a second start would take over the first one's
 * server and stop it when it gives up.
 * @throws {Error} with one line when another live process has it.
 */
export function claimFolder(folder: string): () => void {
  const file = join(folder, 'owner')
  try {
    writeFileSync(file, identity(process.pid), { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const holder = readFileSync(file, 'utf8')
    const pid = Number(holder.split(' ')[0])
    if (pid > 0 && isAlive(pid) && holder === identity(pid))
      throw new Error(
        `Process ${pid} is already running on ${folder}. Stop it, or set DATA_DIR to another folder.`,
      )
    writeFileSync(`${file}.${process.pid}`, identity(process.pid))
    renameSync(`${file}.${process.pid}`, file)
  }
  return () => rmSync(file, { force: true })
}

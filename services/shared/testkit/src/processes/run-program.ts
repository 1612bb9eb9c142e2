import { spawn } from 'node:child_process'

import { watchChild } from './watch-child'

export interface ProgramEnd {
  /** Null after a signal, and where the program could not be started. */
  code: number | null
  /** Of both streams, as it came; the last 200,000 characters. */
  output: string
}

/** Runs a program to its end. @param env beside the test's own, and before it */
export async function runProgram(
  [command = '', ...args]: readonly string[],
  { env, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<ProgramEnd> {
  const child = spawn(command, args, {
    ...(cwd && { cwd }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { ended, output } = watchChild(child)
  const code = await ended
  return { code, output: output() }
}

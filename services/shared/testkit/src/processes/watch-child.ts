import type { ChildProcess } from 'node:child_process'

const KEPT_CHARACTERS = 200_000
const PATIENCE_MS = 120_000
/* A grandchild may keep the pipes open after the child has ended. */
const LAST_WORDS_MS = 1_000

/** A child process under test. Its stdout and stderr are pipes. */
export interface WatchedChild {
  readonly child: ChildProcess
  /** Its output so far; the last 200,000 characters. */
  output(): string
  /** Exit code, null after a signal. Resolves when its output is complete, too. */
  readonly ended: Promise<number | null>
  /**
   * The first match in its output, also in what it printed before the call.
   * @throws {Error} with its output: at once when it ends without a match, or after `withinMs` (default two minutes).
   */
  waitForOutput(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>
  /** The first IPC message from now on for which `pick` returns a value. Fails as `waitForOutput` does. */
  waitForMessage<T>(pick: (message: unknown) => T | undefined, withinMs?: number): Promise<T>
}

/** Call it in the tick of `spawn` or `fork`, so that no output is missed. */
export function watchChild(child: ChildProcess): WatchedChild {
  let output = ''
  const hear = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-KEPT_CHARACTERS)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  let failure: Error | undefined
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      failure = error
      // A child that could not be started has no exit code.
      if (child.pid === undefined) resolve(null)
    })
    child.once('close', (code: number | null) => resolve(code))
    child.once('exit', (code) => void setTimeout(() => resolve(code), LAST_WORDS_MS).unref())
  })

  const describeCommand = () => child.spawnargs.slice(0, 3).join(' ')
  const complaint = (what: string) =>
    new Error(`${describeCommand()} ${what}:\n${output || '(it printed nothing)'}`)

  /* `subscribe` gets a callback and returns the function that unsubscribes. */
  function wait<T>(subscribe: (found: (value: T) => void) => () => void, withinMs: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const tooLong = setTimeout(() => finish(complaint(`said nothing of it in ${withinMs} ms`)), withinMs)
      const unsubscribe = subscribe((value) => {
        finish(undefined)
        resolve(value)
      })
      const finish = (error: Error | undefined) => {
        clearTimeout(tooLong)
        unsubscribe()
        if (error) reject(error)
      }
      void ended.then((code) => {
        const how = failure?.message ?? (code === null ? `by ${child.signalCode}` : `with code ${code}`)
        finish(complaint(`ended too early, ${how}`))
      })
    })
  }

  const waitForOutput = (pattern: RegExp, withinMs = PATIENCE_MS) =>
    wait<RegExpExecArray>((found) => {
      const look = () => {
        const match = pattern.exec(output)
        if (match) found(match)
      }
      child.stdout?.on('data', look)
      child.stderr?.on('data', look)
      queueMicrotask(look)
      return () => {
        child.stdout?.off('data', look)
        child.stderr?.off('data', look)
      }
    }, withinMs)

  const waitForMessage = <T>(pick: (message: unknown) => T | undefined, withinMs = PATIENCE_MS) =>
    wait<T>((found) => {
      const look = (message: unknown) => {
        const picked = pick(message)
        if (picked !== undefined) found(picked)
      }
      child.on('message', look)
      return () => void child.off('message', look)
    }, withinMs)

  return { child, output: () => output, ended, waitForOutput, waitForMessage }
}

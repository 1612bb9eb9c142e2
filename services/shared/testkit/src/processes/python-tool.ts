import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'

const CACHE = path.join(__dirname, '../../../../../.cache')

/* What pip says without a way to PyPI. */
const UNREACHABLE = /NewConnectionError|ConnectTimeout|NameResolutionError|ProxyError|ReadTimeout|SSLError/

interface PythonToolOptions {
  /** The oldest minor version of Python 3 that it runs on. */
  atLeast: number
  python?: string
  /** For the installation; without it, as long as it takes. */
  withinMs?: number
}

export type PythonTool = { bin: string } | { missing: string }

function run(program: string, args: readonly string[], timeout?: number) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout })
  return { isDone: !error && status === 0, output: error?.message ?? `${stdout}${stderr}` }
}

/**
 * The folder of programs of a virtual environment with this package of PyPI and its program of the same name, made once and kept in `.cache`; or what this computer
 * lacks for it, a new enough Python or a way to PyPI.
 * @param pinned `name==version`.
 */
export function findPythonTool(
  pinned: string,
  { atLeast, python = 'python3', withinMs }: PythonToolOptions,
): PythonTool {
  const folder = path.join(CACHE, pinned.replace('==', '-'))
  const bin = path.join(folder, process.platform === 'win32' ? 'Scripts' : 'bin')
  // A killed installation has left a folder without it.
  if (existsSync(path.join(bin, pinned.replace(/==.*/, '')))) return { bin }
  rmSync(folder, { recursive: true, force: true })
  const version = `import sys, venv, ensurepip; sys.exit(sys.version_info < (3, ${atLeast}))`
  if (!run(python, ['-c', version]).isDone) return { missing: `Python 3.${atLeast} with venv` }
  const made = run(python, ['-m', 'venv', folder])
  const installed = made.isDone
    ? run(path.join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', pinned], withinMs)
    : made
  if (installed.isDone) return { bin }
  rmSync(folder, { recursive: true, force: true })
  if (UNREACHABLE.test(installed.output)) return { missing: 'a way to PyPI' }
  throw new Error(`${pinned}: ${installed.output}`)
}

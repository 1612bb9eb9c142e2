import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'

const CACHE = path.join(__dirname, '../../../../.cache')

/* What pip says without a way to PyPI. */
const UNREACHABLE = /NewConnectionError|ConnectTimeout|NameResolutionError|ProxyError|ReadTimeout|SSLError/

export type PythonTool = { bin: string } | { missing: string }

function run(program: string, args: readonly string[]) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 240_000 })
  return { isDone: !error && status === 0, output: error?.message ?? `${stdout}${stderr}` }
}

/**
 * The folder of programs of a virtual environment with this package of PyPI, made once and kept in `.cache`; or what this computer
 * lacks for it, Python 3.11 or a way to PyPI.
 * @param pinned `name==version`.
 */
export function findPythonTool(pinned: string): PythonTool {
  const folder = path.join(CACHE, pinned.replace('==', '-'))
  if (existsSync(folder)) return { bin: path.join(folder, 'bin') }
  const version = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
  if (!run('python3', ['-c', version]).isDone) return { missing: 'Python 3.11 with venv' }
  const made = run('python3', ['-m', 'venv', folder])
  const installed = made.isDone
    ? run(path.join(folder, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', pinned])
    : made
  if (installed.isDone) return { bin: path.join(folder, 'bin') }
  rmSync(folder, { recursive: true, force: true })
  if (UNREACHABLE.test(installed.output)) return { missing: 'a way to PyPI' }
  throw new Error(`${pinned}: ${installed.output}`)
}

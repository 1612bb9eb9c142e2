// Installs the lock file's packages. Install scripts run only for the packages that package.json lists in
// `allowScripts`: npm reads that table from version 11 only, so scripts are off in npm and run here by name.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { capture, root } from './project.mjs'

const QUIET = ['--no-audit', '--no-fund']

/* Packages for other platforms are listed too, and absent. */
const namedPackages = (folder) => {
  const { allowScripts = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(path.join(folder, 'node_modules', name)),
  )
}

/** `npm ci` with these further arguments. Resolves to npm's exit code and what it said. */
export async function installPackages(args = [], folder = root) {
  const npm = (...words) => capture('npm', words, { cwd: folder, shell: process.platform === 'win32' })
  const installed = await npm('ci', '--ignore-scripts', ...QUIET, ...args)
  if (installed.code !== 0) return installed
  const named = namedPackages(folder)
  return named.length === 0 ? installed : npm('rebuild', '--ignore-scripts=false', ...QUIET, ...named)
}

// Installs what package-lock.json says, when it changed or nothing is installed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

import { at, capture, hashOf, say } from './project.mjs'

const NEEDED = [20, 19]

/** One line for a person when this Node is too old. */
export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  process.stderr.write(`Balcão needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}

export const installIfNeeded = async () => {
  const lock = hashOf(at('package-lock.json'))
  // Inside node_modules, so that deleting the folder forgets it too.
  const stamp = at('node_modules', '.balcao-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  // A tree that npm itself brought up to this lock file needs nothing; npm writes this file last.
  if (existsSync(stamp) || !existsSync(at('node_modules', '.package-lock.json'))) {
    say('Installing packages (once, a minute or two) …')
    const { code, output } = await capture('npm', ['ci', '--no-audit', '--no-fund'], {
      shell: process.platform === 'win32',
    })
    if (code !== 0) {
      process.stderr.write(`${output}\nnpm ci failed (code ${code}).\n`)
      process.exit(1)
    }
  }
  mkdirSync(at('node_modules'), { recursive: true })
  try {
    writeFileSync(stamp, lock)
  } catch {
    // A read-only tree, installed by somebody else: nothing to remember.
  }
}

// Installs what package-lock.json says, when something of it is missing.
import { existsSync, readFileSync } from 'node:fs'

import { installPackages } from './packages.mjs'
import { at, say } from './project.mjs'

/* `engines` is a plain ">=20.19". */
const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const NEEDED = engines.node.match(/\d+/g).map(Number)

/** One line for a person when this Node is too old. */
export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  process.stderr.write(`Balcão needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/* Packages as name@version, wherever npm put them; links are our own workspaces. */
const listNames = (packages) =>
  Object.entries(packages)
    .filter(
      ([place, { link, optional, peer, version }]) =>
        place.includes('node_modules/') && !link && !optional && !peer && version,
    )
    .map(([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`)

/** Whether everything the lock file asks for is installed, by npm's own record of the tree. */
const isInstalled = () => {
  const record = at('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = new Set(
    Object.entries(read(record)).map(
      ([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`,
    ),
  )
  return listNames(read(at('package-lock.json'))).every((name) => installed.has(name))
}

export const installIfNeeded = async () => {
  if (isInstalled()) return
  say('Installing packages (once, a minute or two) …')
  const { code, output } = await installPackages()
  if (code === 0) return
  process.stderr.write(`${output.split('\nnpm error Usage:')[0]}\nnpm failed (code ${code}).\n`)
  process.exit(1)
}

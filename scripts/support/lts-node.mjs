// The Node of .nvmrc, the LTS that images ship: this one, or the binary that npm has, kept in .cache.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { at, capture, say } from './project.mjs'

export const ltsVersion = readFileSync(at('.nvmrc'), 'utf8').trim()
const readMajor = (version) => version.split('.')[0]

/** The name of the image that the Dockerfiles build with. */
export const nodeImage = `node:${readMajor(ltsVersion)}-bookworm-slim`

/** Path of a Node of that major version. @throws {Error} where npm has none for this machine. */
export async function findLtsNode() {
  if (readMajor(process.versions.node) === readMajor(ltsVersion)) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const folder = at('.cache', `node-${ltsVersion}`)
  const binary = path.join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary
  say(`Fetching Node ${ltsVersion} …`)
  const { code, output } = await capture(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `${name}@${ltsVersion}`,
    ],
    { shell: platform === 'win' },
  )
  if (code !== 0 || !existsSync(binary)) throw new Error(`npm has no ${name}@${ltsVersion}:\n${output}`)
  return binary
}

/** An environment in which `node` is that one, for programs that look for it on the PATH. */
export const withNode = (binary, env = process.env) => ({
  ...env,
  PATH: [path.dirname(binary), env.PATH].join(path.delimiter),
})

/** The same Node laid out as an installation, with this machine's npm: what stands in for the Node image is made of it. */
export async function makeNodePrefix() {
  const binary = await findLtsNode()
  if (binary === process.execPath) return binary
  const prefix = at('.cache', `node-${ltsVersion}`, 'prefix')
  const node = path.join(prefix, 'bin/node')
  const npm = path.join((await capture('npm', ['root', '--global'])).output.trim().split('\n').at(-1), 'npm')
  // Made anew: npm may have been updated, and the links in it cannot be copied over themselves.
  rmSync(prefix, { recursive: true, force: true })
  mkdirSync(path.dirname(node), { recursive: true })
  copyFileSync(binary, node)
  cpSync(npm, path.join(prefix, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  return node
}

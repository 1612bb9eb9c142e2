// usage: node scripts/complete-lock.mjs      adds packages of other platforms that npm leaves out of package-lock.json behind a partial mirror
//        and the hashes of those that have none: npm checks a package's content only where the lock has its hash
import { readFileSync, writeFileSync } from 'node:fs'

import { at, capture, say } from './support/project.mjs'

const file = at('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const { packages } = lock

const SYSTEMS = ['darwin', 'win32', 'linux', 'freebsd', 'android', 'openharmony']
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64']

/* Node's lookup: in this folder's node_modules, then in each one above. */
const isLocked = (place, name) => {
  const folders = place.split('/')
  for (let depth = folders.length; depth >= 0; depth--) {
    const above = folders.slice(0, depth).join('/')
    if (packages[`${above ? `${above}/` : ''}node_modules/${name}`]) return true
  }
  return false
}

const buildEntry = (name, version, dev) => {
  const os = SYSTEMS.find((system) => name.includes(system))
  const cpu = PROCESSORS.find((processor) => name.includes(processor))
  return {
    version,
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(dev ? { dev } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  }
}

const added = []
for (const [place, { optionalDependencies = {}, dev }] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isLocked(place, name)) continue
    if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
      throw new Error(`${name} of ${place} is not pinned: ${version}`)
    packages[`node_modules/${name}`] = buildEntry(name, version, dev)
    added.push(`${name}@${version}`)
  }
}

/* The registry's own hash of the package's file. */
async function readIntegrity(name, version) {
  const { code, output } = await capture('npm', ['view', `${name}@${version}`, 'dist.integrity', '--silent'])
  const integrity = output.trim()
  if (code !== 0 || !/^sha\d+-[\w+/=]+$/.test(integrity))
    throw new Error(`no hash of ${name}@${version}: ${output}`)
  return integrity
}

const unhashed = Object.entries(packages).filter(
  ([place, entry]) => place.includes('node_modules/') && !entry.link && !entry.integrity,
)
for (const [place, entry] of unhashed) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version, ...rest } = entry
  packages[place] = {
    version,
    integrity: await readIntegrity(name, version),
    ...rest,
  }
}

lock.packages = Object.fromEntries(
  Object.entries(packages).sort(([left], [right]) => left.localeCompare(right, 'en')),
)
const isChanged = added.length + unhashed.length > 0
if (isChanged) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
say(isChanged ? `added ${added.length} packages, ${unhashed.length} hashes` : 'nothing is missing')

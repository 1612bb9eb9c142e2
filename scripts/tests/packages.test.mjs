import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'

import { installPackages } from '../support/packages.mjs'
import { at, capture } from '../support/project.mjs'

const PACKAGES = ['named', 'refused', 'unheard-of']
let folder

const npm = async (args, cwd = folder) => {
  const { code, output } = await capture('npm', args, { cwd, shell: process.platform === 'win32' })
  assert.equal(code, 0, output)
}

/* A package whose install script leaves a file beside the project's own. */
async function pack(name) {
  const source = path.join(folder, 'sources', name)
  await mkdir(source, { recursive: true })
  await writeFile(
    path.join(source, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', scripts: { postinstall: 'node leave-a-mark.js' } }),
  )
  await writeFile(
    path.join(source, 'leave-a-mark.js'),
    `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, `${name}.ran`))}, '')`,
  )
  await npm(['pack', '--pack-destination', folder], source)
}

const whichRan = () => PACKAGES.filter((name) => existsSync(path.join(folder, `${name}.ran`)))

describe('an install of the project', () => {
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'balcao-install-'))
    for (const name of PACKAGES) await pack(name)
    const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, `file:${name}-1.0.0.tgz`]))
    await writeFile(
      path.join(folder, 'package.json'),
      JSON.stringify({
        name: 'scratch',
        dependencies,
        allowScripts: { named: true, refused: false, '@elsewhere/not-for-this-machine': true },
      }),
    )
    await npm(['install', '--package-lock-only', '--offline', '--ignore-scripts'])
  })

  beforeEach(async () => {
    for (const name of PACKAGES) await rm(path.join(folder, `${name}.ran`), { force: true })
    await rm(path.join(folder, '.npmrc'), { force: true })
  })

  after(() => rm(folder, { recursive: true, force: true }))

  it('runs the scripts of the packages that package.json names, and no other', async () => {
    const { code, output } = await installPackages(['--offline'], folder)
    assert.equal(code, 0, output)
    assert.deepEqual(whichRan(), ['named'])
  })

  it('says what npm said when it fails', async () => {
    const { code, output } = await installPackages(
      ['--offline', '--no-such-thing', '--workspace', 'none'],
      folder,
    )
    assert.notEqual(code, 0)
    assert.match(output, /No workspaces found/)
  })

  it("by hand runs none, with the project's .npmrc", async () => {
    await copyFile(at('.npmrc'), path.join(folder, '.npmrc'))
    await npm(['ci', '--offline'])
    assert.deepEqual(whichRan(), [])
  })
})

describe('what the project names', () => {
  it('are packages that its lock file has, with scripts', async () => {
    const { allowScripts } = JSON.parse(await readFile(at('package.json'), 'utf8'))
    const { packages } = JSON.parse(await readFile(at('package-lock.json'), 'utf8'))
    const withScripts = Object.keys(packages)
      .filter((place) => packages[place].hasInstallScript)
      .map((place) => place.replace(/^.*node_modules\//, ''))
    assert.deepEqual(Object.keys(allowScripts).sort(), [...new Set(withScripts)].sort())
  })
})

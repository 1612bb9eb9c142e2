// usage: node scripts/pack-extension.mjs <key.pem>     packs and signs integrations/passkey-extension with Chromium (CHROMIUM=path): the
//        signed file beside it, and its zip, which the desk offers. Without the key's file one is made: keep it outside of the repository,
//        since another key makes it another extension. After a change: another `version` in its manifest, and this again.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { CRX, ZIP, SOURCE, SOURCES, readCrx } from './support/passkey-extension.mjs'
import { at, say } from './support/project.mjs'

const [key] = process.argv.slice(2)
if (!key) throw new Error('usage: node scripts/pack-extension.mjs <key.pem>')
const keyFile = path.resolve(key)
const exists = await readFile(keyFile).then(
  () => true,
  () => false,
)

const folder = await mkdtemp(path.join(tmpdir(), 'balcao-extension-'))
try {
  const extension = path.join(folder, 'extension')
  for (const name of SOURCES)
    await cp(at(path.join(SOURCE, name)), path.join(extension, name), { recursive: true })
  await promisify(execFile)(process.env.CHROMIUM ?? '/usr/bin/chromium', [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${path.join(folder, 'profile')}`,
    `--pack-extension=${extension}`,
    ...(exists ? [`--pack-extension-key=${keyFile}`] : []),
  ])
  const packed = await readFile(`${extension}.crx`)
  await writeFile(at(CRX), packed)
  await writeFile(at(ZIP), readCrx(packed).zip)
  if (!exists) await rename(`${extension}.pem`, keyFile)
} finally {
  await rm(folder, { recursive: true, force: true })
}
say(`${CRX}\n${ZIP}\nsigned with ${keyFile}${exists ? '' : ', which is new: keep it'}`)

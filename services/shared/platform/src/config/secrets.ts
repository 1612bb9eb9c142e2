import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

/** Generates secrets that are not configured. */
export interface SecretSource {
  /** The secret of this name: the stored one, else a new one of 256 bits. */
  keep(name: string): string
}

/* A file that root creates in another account's folder is given to that account, which must be able to read it. */
function chownLikeFolder(folder: string, made: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  chownSync(made, uid, gid)
}

/* Written to a temporary name and linked, so that a kill leaves no partial secret; the first writer wins. */
function writeOnce(file: string, value: string): void {
  const draft = `${file}.${process.pid}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, value)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  chownLikeFolder(path.dirname(file), draft)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Secrets as files below `folder`, readable by their owner only. For one machine on loopback. */
export const fileSecrets = (folder: string): SecretSource => ({
  keep: (name) => {
    const file = path.join(folder, name.toLowerCase().replaceAll('_', '-'))
    if (!existsSync(file)) {
      if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined)
        chownLikeFolder(path.dirname(folder), folder)
      writeOnce(file, randomBytes(32).toString('base64url'))
    }
    return readFileSync(file, 'utf8').trim()
  },
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/* What `scripts/backup-nightly.mjs` writes and the doctor reads. */

/** Ends the name of a backup that is being made by the process with this id. */
export const DRAFT = /\.unfinished-(\d+)$/

/** Tells the last failure, until a backup succeeds. */
export const FAILURE_FILE = 'last-failure.json'

/* What the desk's variables hold of its secrets, where they are not in files of the data folder (compose, systemd). */
const SECRET_VARIABLES = [
  'MEDIA_LINK_SECRET',
  'AUTH_SEAL_KEY',
  'GATEWAY_SEAL_KEY',
  'REALTIME_SEAL_KEY',
  'TICKETS_SEAL_KEY',
  'WHATSAPP_ID_KEY',
  'WHATSAPP_VAULT_KEYS',
]

/** Lines of a backup's `secrets.env`; '' where no variable holds one. */
export const formatSecretVariables = (variables: Readonly<Record<string, string | undefined>>): string =>
  SECRET_VARIABLES.filter((name) => variables[name])
    .map((name) => `${name}=${variables[name]}\n`)
    .join('')

const readJson = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>

/** Whole backups of a folder, which need not exist; a folder without a manifest is none, and a draft neither. */
export function listBackups(folder: string): { name: string; madeAt: Date }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => !DRAFT.test(name) && existsSync(path.join(folder, name, 'manifest.json')))
    .map((name) => ({
      name,
      madeAt: new Date(String(readJson(path.join(folder, name, 'manifest.json')).madeAt)),
    }))
}

/** Undefined once a backup succeeded. */
export function readFailure(folder: string): { at: Date; message: string } | undefined {
  const file = path.join(folder, FAILURE_FILE)
  if (!existsSync(file)) return undefined
  const { at, message } = readJson(file)
  return { at: new Date(String(at)), message: String(message) }
}

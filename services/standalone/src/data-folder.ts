import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { AppError, type Running } from '@balcao/kernel'

/* A unix socket's path holds 104 to 108 bytes; the longest socket name in the folder has 22. */
const LONGEST_FOLDER = 80

/** Other accounts may pass through: as root, Postgres runs under another account. */
export const DATA_FOLDER_MODE = 0o711

/** The data folder, claimed by this process. */
export interface DataFolder extends Running {
  /** Folder of the services' sockets. */
  socketFolder: string
  media: string
  uploads: string
  postgres: string
  secrets: string
}

/* One level at a time: Node's recursive mkdir never returns below /proc. */
function makeFolders(folder: string, mode: number): void {
  if (existsSync(folder)) return
  makeFolders(path.dirname(folder), 0o755)
  mkdirSync(folder, { mode })
}

/** @throws {AppError} ERR_UNAVAILABLE whose detail is one line for the operator. */
export function makeFolder(folder: string, mode = 0o700): string {
  try {
    makeFolders(folder, mode)
    const probe = path.join(folder, `.writable-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    return folder
  } catch (cause) {
    const detail = `the folder ${folder} cannot be written; set DATA_DIR to another`
    throw new AppError('ERR_UNAVAILABLE', { detail, cause })
  }
}

/** Where the sockets of a data folder's services are: its path fits into a socket's. */
export function findSocketFolder(dataDir: string): string {
  const beside = path.join(dataDir, 'run')
  if (Buffer.byteLength(beside) <= LONGEST_FOLDER) return beside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const candidates = [tmpdir(), '/tmp'].map((folder) =>
    path.join(folder, `balcao-${process.getuid?.() ?? 'user'}-${name}`),
  )
  return candidates.find((folder) => Buffer.byteLength(folder) <= LONGEST_FOLDER) ?? candidates[0] ?? beside
}

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(socket)
    const settle = (isAlive: boolean) => {
      probe.destroy()
      resolve(isAlive)
    }
    probe.once('connect', () => settle(true)).once('error', () => settle(false))
  })

const listen = (server: Server, socket: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })

/* A listening socket is the lock: `kill -9` releases it. */
async function claim(socketFolder: string, dataDir: string): Promise<Server> {
  const socket = path.join(socketFolder, 'claim.sock')
  if (await answers(socket)) {
    throw new AppError('ERR_UNAVAILABLE', {
      detail: `another Balcão is using ${dataDir}; stop it or set DATA_DIR to another`,
    })
  }
  rmSync(socket, { force: true })
  const server = createServer((connection) => connection.destroy())
  await listen(server, socket)
  server.unref()
  return server
}

/**
 * Creates the data folder and claims it.
 * @throws {AppError} ERR_UNAVAILABLE whose detail is one line for the operator: not writable, or in use by another desk.
 */
export async function claimDataFolder(dataDir: string): Promise<DataFolder> {
  makeFolder(dataDir, DATA_FOLDER_MODE)
  const socketFolder = makeFolder(findSocketFolder(dataDir))
  const claimed = await claim(socketFolder, dataDir)
  const uploads = path.join(dataDir, 'uploads')
  rmSync(uploads, { recursive: true, force: true })
  return {
    socketFolder,
    uploads,
    media: path.join(dataDir, 'media'),
    postgres: path.join(dataDir, 'postgres'),
    secrets: path.join(dataDir, 'secrets'),
    stop: () => new Promise((resolve) => claimed.close(() => resolve())),
  }
}

/** Writes the addresses that `npm run rpc` reads. */
export function publishAddresses(dataDir: string, addresses: Record<string, string>): void {
  const folder = makeFolder(path.join(dataDir, 'run'))
  writeFileSync(path.join(folder, 'addresses.json'), JSON.stringify(addresses, null, 2), { mode: 0o600 })
}

// usage: node deploy/docker/prune.mjs      takes from node_modules what no running service reads (inside an image build)
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

const UNREAD_FILE = /\.(map|md|markdown|flow|mts|cts)$|\.d\.ts$/
/* Builds for bundlers and browsers beside the CommonJS one that `require` takes. */
const UNREAD_FOLDER =
  /(^|\/)node_modules\/(@opentelemetry\/[^/]+\/build\/(esm|esnext)|@aws-sdk\/[^/]+\/dist-es|@smithy\/[^/]+\/dist-es|@types|\.cache)$/

let freedBytes = 0

function sizeOf(target) {
  const stat = lstatSync(target)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(target).reduce((sum, name) => sum + sizeOf(path.join(target, name)), 0)
}

function drop(target) {
  freedBytes += sizeOf(target)
  rmSync(target, { recursive: true })
}

function prune(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (UNREAD_FOLDER.test(target)) drop(target)
      else prune(target)
    } else if (entry.isFile() && UNREAD_FILE.test(entry.name)) drop(target)
  }
}

prune('.')
process.stdout.write(`pruned ${Math.round(freedBytes / 1e6)} MB\n`)

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

import { buildChoices, sendApi, writeChoices, type BodyOf } from '@balcao/contracts'
import { formatNumberedOptions } from '@balcao/kernel'
import {
  hashFile,
  readIdempotencyKey,
  type HttpEdge,
  type TokenBearer,
  type UploadedFile,
} from '@balcao/platform'

import { withTokenLimit } from '../connections'
import type { ApiFile } from './api-files'
import { identifyByToken, sendFromApi, type ApiDeps } from './send-from-api'

const HEAD_BYTES = 64 * 1024

async function readHead(file: UploadedFile): Promise<Buffer> {
  const handle = await open(file.path, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function toApiFile(file: UploadedFile): Promise<ApiFile> {
  const { originalName: name, mimeType, sizeBytes, path } = file
  return { name, mimeType, sizeBytes, head: await readHead(file), open: () => createReadStream(path) }
}

/* The text with its options; that of choices is what connections without them send. */
function formatText({ body, options, choices }: BodyOf<typeof sendApi>): string {
  if (choices) return writeChoices(buildChoices(body, choices))
  return options?.length ? formatNumberedOptions(body, options) : body
}

/** Hash of the parsed request, files included: equal for JSON and multipart bodies of the same content. */
async function hashRequest(body: BodyOf<typeof sendApi>, files: readonly UploadedFile[]): Promise<string> {
  const hash = createHash('sha256')
  hash.update(
    JSON.stringify([
      ...[body.number, formatText(body), body.queueId ?? null],
      ...[body.userId ?? null, body.closeTicket],
      ...(body.template ? [body.template] : []),
      ...(body.choices ? [buildChoices(body.body, body.choices)] : []),
    ]),
  )
  for (const file of files) {
    hash.update(JSON.stringify([file.originalName, file.sizeBytes]))
    await hashFile(hash, file.path)
  }
  return hash.digest('hex')
}

export function sendApiRoutes(edge: HttpEdge, deps: ApiDeps): void {
  const identify = (token: string, { address, rateLimits }: TokenBearer) =>
    withTokenLimit(rateLimits, { token, key: `ip:${address}` }, () => identifyByToken(deps, token))
  edge.routeByToken(sendApi, identify, async ({ caller, body, files, raw }) => {
    const key = readIdempotencyKey(raw)
    return sendFromApi(deps, caller, {
      number: body.number,
      body: formatText(body),
      queueId: body.queueId ?? undefined,
      userId: body.userId ?? undefined,
      closeTicket: body.closeTicket,
      template: body.template,
      choices: body.choices && buildChoices(body.body, body.choices),
      files: await Promise.all(files.map(toApiFile)),
      key,
      bodyHash: key === undefined ? '' : await hashRequest(body, files),
    })
  })
}

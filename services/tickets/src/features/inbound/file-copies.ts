import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'

import { copyMedia, type MessageDeps } from '../messages'
import type { CustomerText } from '../tickets'

/** A file of which a message gets a copy of its own, which is erased with it. */
export interface WantedCopy {
  /** Of the message in the transaction; each copy is of one message. */
  name: string
  media: Media
  /** The same for each try makes no other copy. Undefined: by chance. */
  naming?: { token: string; now: Date } | undefined
}

/** Copies by their names; undefined where the file is gone. */
export type FileCopies = Map<string, Media | undefined>

const ATTEMPTS = 5

/** Rolls the transaction back; `transactWithCopies` makes the copies and runs it again. */
class FilesNotCopied extends Error {
  constructor(readonly wanted: readonly WantedCopy[]) {
    super('a message has a file that is not copied: call it inside of transactWithCopies')
  }
}

/** Ends the transaction when one of them is not made yet. */
export function requireCopies(copies: FileCopies, wanted: readonly WantedCopy[]): void {
  const missing = wanted.filter(({ name }) => !copies.has(name))
  if (missing.length > 0) throw new FilesNotCopied(missing)
}

/**
 * Runs `work` in a transaction that may need copies of files: the store of files is not waited for inside of it. When `work` needs one
 * that is not made, the transaction is rolled back, the copy made, and `work` run again; without files it runs once. Like any
 * transaction, `work` must be repeatable. Copies that no message claims are removed a day later.
 */
export async function transactWithCopies<T>(
  deps: MessageDeps,
  companyId: CompanyId,
  work: (tx: Tx, copies: FileCopies) => Promise<T>,
): Promise<T> {
  const copies: FileCopies = new Map()
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await deps.db.withTenant(companyId, (tx) => work(tx, copies))
    } catch (error) {
      if (!(error instanceof FilesNotCopied)) throw error
      for (const { name, media, naming } of error.wanted)
        copies.set(name, await copyMedia(deps, companyId, media, naming))
    }
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the files of messages kept changing' })
}

const nameOf = (text: CustomerText, index: number): string => `${index}:${text.file?.key ?? ''}`

/** The texts, each with a copy of its file; without the file when that is gone. */
export function takeOwnFiles(copies: FileCopies, texts: readonly CustomerText[]): CustomerText[] {
  requireCopies(
    copies,
    texts.flatMap((text, index) => (text.file ? [{ name: nameOf(text, index), media: text.file }] : [])),
  )
  return texts.map((text, index) => {
    if (!text.file) return text
    const file = copies.get(nameOf(text, index))
    return file ? { ...text, file } : { body: text.body || (text.transcript ?? text.file.name) }
  })
}

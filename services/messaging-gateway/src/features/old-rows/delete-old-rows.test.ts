import type { Database, Tx } from '@balcao/kernel'

import { deleteOldRows, MOST_DELETED } from './delete-old-rows'
import type { DeletedPage, OldRowsStore, PageAsked } from './old-rows.store'

const db = { asPlatform: (work: (tx: Tx) => unknown) => work({} as Tx) } as unknown as Database
const never = new AbortController().signal

/* Pages behind each other, whose ids are their numbers. */
function storeOf(received: number[], sent: number[]) {
  const asked: string[] = []
  const pages =
    (name: string, deletions: readonly number[]) =>
    (_tx: Tx, { after = '0' }: PageAsked): Promise<DeletedPage> => {
      asked.push(`${name} ${after}`)
      const page = Number(after)
      return Promise.resolve({
        deleted: deletions[page] ?? 0,
        last: String(page + 1),
        hasMore: page + 1 < deletions.length,
      })
    }
  const store: OldRowsStore = {
    deleteReceived: pages('received', received),
    deleteSent: pages('sent', sent),
  }
  return { store, asked }
}

describe('old rows', () => {
  it.each([
    [[], [], ['received 0', 'sent 0']],
    [[0, 0, 7], [3], ['received 0', 'received 1', 'received 2', 'sent 0']],
  ])('are deleted page by page, those that stay passed over: %j, %j', async (received, sent, pages) => {
    const { store, asked } = storeOf(received, sent)
    await deleteOldRows({ db, oldRows: store }, never)
    expect(asked).toEqual(pages)
  })

  it('of years are deleted in several runs', async () => {
    const { store, asked } = storeOf(Array<number>(1_000).fill(1_000), [])
    await deleteOldRows({ db, oldRows: store }, never)
    expect(asked).toHaveLength(MOST_DELETED / 1_000 + 1)
  })
  it('of one table are deleted though the other one fails', async () => {
    const { store, asked } = storeOf([], [3])
    const failing = { ...store, deleteReceived: () => Promise.reject(new Error('no table')) }
    await expect(deleteOldRows({ db, oldRows: failing }, never)).rejects.toThrow(AggregateError)
    expect(asked).toEqual(['sent 0'])
  })
})

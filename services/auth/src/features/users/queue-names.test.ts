import { companyId, queueId } from '@balcao/contracts'
import { AppError, type Cache } from '@balcao/kernel'

import { createQueueNames } from './queue-names'

const acme = companyId(1)
const beta = companyId(2)

function rig(
  answer: (companyId: number) => Promise<{ queues: { id: number; name: string; color: string }[] }>,
) {
  const store = new Map<string, unknown>()
  const cache = {
    get: async (key: string) => store.get(key),
    set: async (key: string, value: unknown) => void store.set(key, value),
    delete: async (key: string) => void store.delete(key),
  } as Cache
  const asked: unknown[] = []
  const missing: unknown[] = []
  const getQueues = (request: { companyId: number }, options: unknown) => {
    asked.push([request, options])
    return answer(request.companyId)
  }
  const names = createQueueNames({
    cache,
    rpc: { tickets: { getQueues } } as never,
    onMissing: (company) => missing.push(company),
  })
  return { names, asked, missing }
}

describe('queue names', () => {
  it('are asked for once per company, with little patience', async () => {
    const { names, asked } = rig(async (id) => ({
      queues: [
        { id: id * 10, name: `Q${id}`, color: '#fff' },
        { id: 5, name: 'other', color: '' },
      ],
    }))
    expect(await names(acme, [queueId(10)])).toEqual([{ id: 10, name: 'Q1', color: '#fff' }])
    expect(await names(acme, [queueId(10)])).toHaveLength(1)
    expect(await names(beta, [queueId(20), queueId(10)])).toEqual([{ id: 20, name: 'Q2', color: '#fff' }])
    expect(asked).toEqual([
      [{ companyId: 1, ids: [] }, { deadlineMs: 500 }],
      [{ companyId: 2, ids: [] }, { deadlineMs: 500 }],
    ])
  })
  it('are empty, not an error, while tickets is away', async () => {
    const { names, missing } = rig(() => Promise.reject(new AppError('ERR_DEADLINE')))
    expect(await names(acme, [queueId(3)])).toEqual([{ id: 3, name: '', color: '' }])
    expect(missing).toEqual([acme])
  })
  it('cost nothing for a user without queues', async () => {
    const { names, asked } = rig(() => Promise.reject(new Error('not asked')))
    expect(await names(acme, [])).toEqual([])
    expect(asked).toEqual([])
  })
  it('do not hide a bug', async () => {
    const { names } = rig(() => Promise.reject(new TypeError('bug')))
    await expect(names(acme, [queueId(1)])).rejects.toThrow('bug')
  })
})

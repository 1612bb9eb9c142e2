import { FairSlots, type SlotLimits } from './fair-slots'

const settle = () => new Promise((done) => setImmediate(done))

/* Takes slots and notes who has one, in order. */
function rig(limits: Partial<SlotLimits>) {
  const slots = new FairSlots<string>({ atOnce: 1, atOncePerKey: 1, waitingPerKey: 10, ...limits })
  const started: string[] = []
  const ends: (() => void)[] = []
  const take = async (key: string) => {
    const end = await slots.take(key)
    started.push(key)
    ends.push(end)
  }
  const endFirst = async () => {
    ends.shift()?.()
    await settle()
  }
  return { take, started, endFirst }
}

describe('slots', () => {
  it('go round the keys: a flood of one waits for itself', async () => {
    const { take, started, endFirst } = rig({})
    const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(take)
    await settle()
    expect(started).toEqual(['a'])
    for (let round = 1; round < all.length; round += 1) await endFirst()
    await Promise.all(all)
    expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('are free for another key while one has all that it may', async () => {
    const { take, started, endFirst } = rig({ atOnce: 2 })
    const all = ['a', 'a', 'b'].map(take)
    await settle()
    expect(started).toEqual(['a', 'b'])
    await endFirst()
    await Promise.all(all)
    expect(started).toEqual(['a', 'b', 'a'])
  })

  it('are refused to a key that waits too often, and to no other', async () => {
    const { take, started, endFirst } = rig({ waitingPerKey: 2 })
    const taken = ['a', 'a', 'a'].map(take)
    await settle()
    await expect(take('a')).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' })
    const other = take('b')
    for (let round = 0; round < 3; round += 1) await endFirst()
    await Promise.all([...taken, other])
    expect(started.toSorted()).toEqual(['a', 'a', 'a', 'b'])
  })

  it('are had at once when nothing runs, also where nothing may wait', async () => {
    const { take, started } = rig({ waitingPerKey: 0 })
    await take('a')
    await expect(take('a')).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' })
    expect(started).toEqual(['a'])
  })
})

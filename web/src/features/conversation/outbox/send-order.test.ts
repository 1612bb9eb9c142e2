import { createSendOrder, createStamps } from './send-order'

const delayed = <T>() => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => (resolve = done))
  return { promise, resolve }
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('the order of a conversation', () => {
  it('is passed on at once when nothing is prepared', () => {
    const passed: string[] = []
    createSendOrder()(1, 'text', (it) => passed.push(it))
    expect(passed).toEqual(['text'])
  })

  it('is kept while an earlier file takes longer, and after it', async () => {
    const passed: string[] = []
    const inOrder = createSendOrder()
    const picture = delayed<string>()
    const pass = (it: string) => void passed.push(it)
    inOrder(1, picture.promise, pass)
    inOrder(1, Promise.resolve('document'), pass)
    inOrder(1, 'text', pass)
    inOrder(2, 'elsewhere', pass)
    await settle()
    expect(passed).toEqual(['elsewhere'])
    picture.resolve('picture')
    await settle()
    expect(passed).toEqual(['elsewhere', 'picture', 'document', 'text'])
    inOrder(1, 'later', pass)
    expect(passed.at(-1)).toBe('later')
  })
})

describe('the times of messages', () => {
  it('differ within one millisecond, and when the clock goes back', () => {
    const times = [5, 5, 3, 9]
    const stamp = createStamps(() => times.shift() ?? 0)
    expect([stamp(), stamp(), stamp(), stamp()].map((at) => Date.parse(at))).toEqual([5, 6, 7, 9])
  })
})

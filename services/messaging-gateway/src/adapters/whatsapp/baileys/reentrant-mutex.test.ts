import { setImmediate as tick } from 'node:timers/promises'

import { createReentrantMutex } from './reentrant-mutex'

describe('a reentrant mutex', () => {
  it('is held by one stranger after the other', async () => {
    const exclusive = createReentrantMutex()
    const heard: string[] = []
    const work = (name: string) => async () => {
      heard.push(`${name} begins`)
      await tick()
      heard.push(`${name} ends`)
    }
    await Promise.all([exclusive('me', work('a')), exclusive('me', work('b'))])
    expect(heard).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('is held already by a call from within', async () => {
    const exclusive = createReentrantMutex()
    const innermost = () => exclusive('me', () => Promise.resolve('done'))
    const nested = exclusive('me', () => exclusive('lid-mapping', innermost))
    expect(await nested).toBe('done')
  })

  it('is its own: who holds another one waits for it', async () => {
    const [ours, theirs] = [createReentrantMutex(), createReentrantMutex()]
    const heard: string[] = []
    let release: () => void = () => undefined
    const busy = theirs('me', () => new Promise<void>((resolve) => (release = resolve)))
    const waiting = ours('me', () => theirs('me', () => Promise.resolve(heard.push('nested'))))
    await tick()
    expect(heard).toEqual([])
    release()
    await Promise.all([busy, waiting])
    expect(heard).toEqual(['nested'])
  })

  it('is free with the end of the work that held it, whatever of it goes on', async () => {
    const exclusive = createReentrantMutex()
    const heard: string[] = []
    let late: Promise<unknown> = Promise.resolve()
    await exclusive('me', () => {
      late = tick().then(() => exclusive('me', () => Promise.resolve(heard.push('late'))))
      return Promise.resolve()
    })
    const next = exclusive('me', async () => {
      await tick()
      await tick()
      heard.push('next')
    })
    await Promise.all([late, next])
    expect(heard).toEqual(['next', 'late'])
  })
})

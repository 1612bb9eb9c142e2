import { companyId } from '@balcao/contracts'

import { createReadingTurns } from './reading-turns'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('turns of long readings', () => {
  it('give a company one piece at a time, and companies theirs one after the other', async () => {
    const turns = createReadingTurns()
    const running: number[] = []
    const order: number[] = []
    let most = 0
    const piece = (company: number) => async () => {
      expect(running).not.toContain(company)
      running.push(company)
      order.push(company)
      most = Math.max(most, running.length)
      await turn()
      running.splice(running.indexOf(company), 1)
    }
    const companies = [1, 1, 1, 1, 1, 1, 2, 3, 3]
    await Promise.all(companies.map((company) => turns(companyId(company))(piece(company))))
    expect(most).toBe(2)
    // Six pieces of one company leave the others' first ones a place in front.
    expect(order.slice(0, 4).toSorted()).toEqual([1, 1, 2, 3])
    expect(order).toHaveLength(companies.length)
  })

  it('leave what else waits for the event loop a turn between two pieces', async () => {
    const inTurn = createReadingTurns()(companyId(1))
    const seen: string[] = []
    const pieces = ['first', 'second'].map((name) => inTurn(() => Promise.resolve(void seen.push(name))))
    setImmediate(() => seen.push('a message'))
    await Promise.all(pieces)
    expect(seen).toEqual(['first', 'a message', 'second'])
  })

  it('go on after a piece that failed', async () => {
    const inTurn = createReadingTurns()(companyId(1))
    const failed = inTurn(() => Promise.reject(new Error('not recorded')))
    const next = inTurn(() => Promise.resolve('read'))
    await expect(failed).rejects.toThrow('not recorded')
    expect(await next).toBe('read')
  })
})

import fc from 'fast-check'

import { raiseAck, type AckState } from './ack'

const start: AckState = { ack: 0, failure: '' }
const apply = (news: readonly AckState[]): AckState =>
  news.reduce<AckState>((state, one) => raiseAck(state, one) ?? state, start)
const anyNews = fc.record({
  ack: fc.constantFrom(-1, 0, 1, 2, 3, 4, 5),
  failure: fc.constantFrom('', 'ERR_SENDING_WAPP_MSG'),
})

describe('an ack', () => {
  it('ends at the highest that came, in whatever order and however often; below "received" the last word counts', () => {
    fc.assert(
      fc.property(fc.array(anyNews, { maxLength: 12 }), (news) => {
        const best = Math.max(0, ...news.map(({ ack }) => ack))
        const last = news.findLast(({ ack }) => ack !== 0)?.ack ?? 0
        const expected = best > 1 ? best : last
        return apply(news).ack === expected
      }),
      { numRuns: 20_000 },
    )
  })

  it('has a reason exactly while it is a failure', () => {
    fc.assert(
      fc.property(fc.array(anyNews, { maxLength: 12 }), (news) => {
        const { ack, failure } = apply(news)
        return (ack === -1) === (failure !== '')
      }),
    )
  })

  it('that failed for want of an answer gets the reason that comes later', () => {
    const unconfirmed = { ack: -1, failure: 'ERR_WAPP_UNCONFIRMED' }
    const certain = { ack: -1, failure: 'ERR_WAPP_NOT_ON_WHATSAPP' }
    expect(raiseAck(unconfirmed, certain)).toEqual(certain)
    expect(raiseAck(certain, unconfirmed)).toBeUndefined()
  })

  it.each([
    [{ ack: 0, failure: '' }, true],
    [{ ack: 1, failure: '' }, false],
    [{ ack: 3, failure: '' }, false],
    [{ ack: -1, failure: 'ERR_WAPP_UNCONFIRMED' }, false],
    [{ ack: -1, failure: 'ERR_SENDING_WAPP_MSG' }, false],
  ])('of a request that came weeks late counts while nothing is known: %j', (known, counts) => {
    const late = { ack: -1, failure: 'ERR_WAPP_TOO_LATE' }
    expect(raiseAck(known, late)).toEqual(counts ? late : undefined)
  })

  it('beyond the scale is not believed', () => {
    for (const ack of [6, 99, -2]) expect(raiseAck(start, { ack, failure: '' })).toBeUndefined()
  })
})

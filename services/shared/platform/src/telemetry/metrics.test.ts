import { BUCKETS_WITH_3_S, histogram, metricsText } from './metrics'

describe('a histogram', () => {
  it('counts at the ends that its objective needs', async () => {
    const own = histogram('balcao_test_own_ms', 'Of a test', BUCKETS_WITH_3_S)
    own.record(2_900)
    own.record(3_100)
    const text = await metricsText()
    const countBelow = (end: string) =>
      new RegExp(`balcao_test_own_ms_bucket\\{[^}]*le="${end}"[^}]*\\} (\\d+)`).exec(text)?.[1]
    expect(['2500', '3000', '5000', '10000'].map(countBelow)).toEqual(['0', '1', '2', '2'])
  })
})

import { planId } from '@balcao/contracts'

import { toPlanMessage, toPlanView, type Plan } from './plan'

const plan: Plan = {
  id: planId(1),
  name: 'Plano 1',
  users: 1,
  connections: 2,
  queues: 3,
  valueCents: 1_999,
  apiMessagesPerMinute: 60,
  apiMessagesPerDay: 0,
  mediaMegabytes: 0,
  offered: true,
  flags: {
    useCampaigns: true,
    useSchedules: false,
    useInternalChat: true,
    useExternalApi: false,
    useKanban: true,
    useOpenAi: false,
    useIntegrations: true,
  },
}

describe('a plan', () => {
  it.each([
    [0, 0],
    [1, 0.01],
    [1_999, 19.99],
    [3_000, 30],
  ])('of %i cents costs R$ %d', (valueCents, value) =>
    expect(toPlanView({ ...plan, valueCents }).value).toBe(value),
  )
  it('keeps cents between services', () => {
    expect(toPlanMessage(plan)).toMatchObject({
      valueCents: 1_999,
      useSchedules: false,
      useKanban: true,
      offered: true,
    })
  })
  it('does not tell customers whether it is offered', () =>
    expect(toPlanView(plan)).not.toHaveProperty('offered'))
})

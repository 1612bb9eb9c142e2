import { planSwitch, type FoundTopic } from './plan-switch'

const topic = (generation: number, partitions: number, hasBegun = true): FoundTopic => ({
  generation,
  partitions,
  hasBegun,
})

describe('a topic', () => {
  it('with another number of partitions gets a next generation', () => {
    expect(planSwitch([1], [topic(1, 24)], 48)).toEqual({
      kind: 'switch',
      current: 1,
      next: 2,
      isDeclared: true,
      leftover: undefined,
    })
  })

  it('gets one with fewer partitions, too', () => {
    expect(planSwitch([2], [topic(1, 24), topic(2, 48)], 12)).toMatchObject({ kind: 'switch', next: 3 })
  })

  it('keeps what a killed run has made', () => {
    expect(planSwitch([1], [topic(1, 24), topic(2, 48, false)], 48)).toMatchObject({ next: 2, leftover: 48 })
  })

  it('needs nothing when its partitions are as wanted', () => {
    const done = { kind: 'complete', isDeclared: true, hasBegun: true }
    expect(planSwitch([1], [topic(1, 24, false)], 24)).toEqual({ ...done, current: 1 })
    expect(planSwitch([2], [topic(1, 24), topic(2, 48)], 48)).toEqual({ ...done, current: 2 })
  })

  it('needs its first record after a run that was killed before', () => {
    expect(planSwitch([2], [topic(1, 24), topic(2, 48, false)], 48)).toMatchObject({
      kind: 'complete',
      hasBegun: false,
    })
  })

  it('needs its declaration when the database is older than the switch', () => {
    expect(planSwitch([1], [topic(1, 24), topic(2, 48)], 48)).toMatchObject({
      kind: 'complete',
      current: 2,
      isDeclared: false,
    })
  })

  it('needs its declaration on a primary where it is missing', () => {
    expect(planSwitch([2, 1], [topic(1, 24), topic(2, 48)], 48)).toMatchObject({
      kind: 'complete',
      current: 2,
      isDeclared: false,
    })
    const onAnother = planSwitch([2, 1], [topic(1, 24), topic(2, 48)], 96)
    expect(onAnother).toMatchObject({ kind: 'switch', next: 3, isDeclared: false })
  })

  it('needs its declaration on the first primary when that one is older than the switch', () => {
    expect(planSwitch([1, 2], [topic(1, 24), topic(2, 48, false)], 48)).toMatchObject({
      kind: 'complete',
      current: 2,
      isDeclared: false,
    })
  })

  it('is made again in its generation when Kafka was emptied', () => {
    expect(planSwitch([3], [topic(1, 24, false)], 48)).toEqual({
      kind: 'restore',
      current: 3,
      isDeclared: true,
    })
    expect(planSwitch([3, 1], [topic(1, 24)], 48)).toMatchObject({ kind: 'restore', isDeclared: false })
  })

  it('that never was is the migration job’s', () => {
    expect(() => planSwitch([1], [], 48)).toThrow('run the migration job first')
  })
})

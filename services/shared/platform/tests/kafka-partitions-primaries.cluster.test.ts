import { ensureTopics, switchTopic, type SwitchStep } from '@balcao/platform'
import { eventLogSchemas, needsEngines, testDatabase, waitFor, type TestDatabase } from '@balcao/testkit'

import { DeskOnB, OF_B, PartitionsRig, Seen, WAIT_MS } from './partitions-rig'

const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? []

needsEngines('kafka')('more partitions on Kafka, beside several primaries', () => {
  let rig: PartitionsRig
  let b: TestDatabase
  let desk: DeskOnB

  beforeAll(async () => {
    rig = await PartitionsRig.open(brokers)
  })
  beforeEach(async () => {
    await rig.clean()
    b = await testDatabase(eventLogSchemas)
    desk = new DeskOnB(rig.driver, b, rig.pg)
  }, 60_000)
  afterEach(async () => {
    await rig.stopWriting()
    await desk.stop()
    await rig.stop()
  })

  const onBoth = (partitions: number) => rig.options(partitions, b)
  const listDeclared = () => rig.listDeclared(rig.pg, b)
  const startMembers = (seen: Seen) => {
    for (const member of [rig.startMember(seen, desk), rig.startMember(seen, desk)])
      desk.startRelay(member.transport)
  }
  /** The command loses that primary at this step, and fails. */
  const expectFailsWithout = async (on: TestDatabase, at: SwitchStep, partitions: number) => {
    const steps: SwitchStep[] = []
    const failing = switchTopic({
      ...onBoth(partitions),
      onStep: async (step) => {
        steps.push(step)
        if (step === at) await rig.endSessions(on)
      },
    })
    await expect(failing).rejects.toThrow()
    expect(steps).toContain(at)
  }

  it(
    'come at once, whatever step the command is killed at, or loses one of the primaries at',
    async () => {
      const seen = new Seen()
      startMembers(seen)
      rig.write(desk)
      await rig.bothGoOn(seen)
      for (const step of ['created', 'stopped', 'drained', 'prepared'] as const) {
        await rig.switchKilledAt(onBoth(6), step)
        await rig.bothGoOn(seen)
        expect(await listDeclared()).toEqual([1, 1])
      }
      await rig.switchKilledAt(onBoth(6), 'decided')
      await rig.bothGoOn(seen)
      expect(await listDeclared()).toEqual([2, 1])
      await waitFor(async () => (await rig.countMembers('seen', 2)) === 2)
      await switchTopic(onBoth(6))
      expect([await listDeclared(), await desk.countPrepared()]).toEqual([[2, 2], 0])

      for (const [on, step] of [
        [b, 'stopped'],
        [rig.pg, 'stopped'],
        [b, 'drained'],
        [rig.pg, 'prepared'],
      ] as const) {
        await expectFailsWithout(on, step, 12)
        await rig.bothGoOn(seen)
        expect(await listDeclared()).toEqual([2, 2])
      }
      await expectFailsWithout(b, 'prepared', 12)
      await rig.bothGoOn(seen)
      expect(await listDeclared()).toEqual([3, 2])
      await switchTopic(onBoth(12))
      expect([await listDeclared(), await desk.countPrepared()]).toEqual([[3, 3], 0])
      await rig.switchKilledAt(onBoth(24), 'begun')
      await rig.bothGoOn(seen)
      await waitFor(async () => (await rig.countMembers('seen', 4)) === 2)
      await rig.expectAllOnceInOrder(seen, desk)
    },
    20 * WAIT_MS,
  )

  it(
    'come in another number after a command that was killed, whatever becomes of the next one',
    async () => {
      const seen = new Seen()
      startMembers(seen)
      rig.write(desk)
      await rig.bothGoOn(seen)
      await rig.switchKilledAt(onBoth(6), 'decided')
      await rig.bothGoOn(seen)
      await rig.switchKilledAt(onBoth(9), 'prepared')
      await rig.bothGoOn(seen)
      expect(await listDeclared()).toEqual([2, 2])

      await rig.switchKilledAt(onBoth(12), 'decided')
      await rig.bothGoOn(seen)
      expect(await listDeclared()).toEqual([3, 2])
      await expect(switchTopic({ ...onBoth(6), waitMs: 0 })).rejects.toThrow('did not stop in time')
      await rig.bothGoOn(seen)
      expect([await listDeclared(), await desk.countPrepared()]).toEqual([[3, 2], 1])
      await switchTopic(onBoth(6))
      expect([await listDeclared(), await desk.countPrepared()]).toEqual([[4, 4], 0])
      await rig.bothGoOn(seen)
      await rig.expectAllOnceInOrder(seen, desk)
    },
    20 * WAIT_MS,
  )

  it(
    'are given again after Kafka was emptied, on a primary that came later, too',
    async () => {
      const seen = new Seen()
      rig.startMember(seen)
      rig.write()
      await switchTopic(rig.options(6))
      await rig.goesOn()
      await rig.expectAllOnceInOrder(seen)
      await rig.stop()
      await rig.ask(async (admin) => admin.deleteTopics({ topics: await rig.listTopics() }))
      await waitFor(async () => (await rig.listTopics()).length === 0)
      await ensureTopics(rig.settings())

      startMembers(seen)
      // They are in the first generation, which the migration job has made again.
      rig.writeOn(desk)
      await waitFor(() => seen.count(OF_B) > 10)
      rig.write()
      await switchTopic(onBoth(6))
      expect([await listDeclared(), await desk.countPrepared()]).toEqual([[2, 2], 0])
      await rig.bothGoOn(seen)
      await rig.expectAllOnceInOrder(seen, desk)
    },
    5 * WAIT_MS,
  )
})

import { setTimeout as delay } from 'node:timers/promises'

import { SECOND } from '@balcao/kernel'

import { generationOf } from '../../decide-generations'
import type { KafkaSettings } from '../kafka-settings'
import { GenerationTopics } from './generation-topics'
import { SEEN_WITHIN_MS } from './generation-watch'
import { planSwitch, type SwitchPlan } from './plan-switch'
import { SwitchLocks, type Servers } from './switch-locks'

const LOOK_EVERY_MS = 200
/** A relay that connects takes its lock soon after its seat. */
const RELAYS_KNOWN_WITHIN_MS = 15 * SECOND

export type SwitchStep = 'created' | 'stopped' | 'drained' | 'prepared' | 'decided' | 'begun' | 'declared'

/** What a command changes, and how it reports. */
export interface TopicCommand {
  settings: KafkaSettings
  /** As the owner of the databases: every primary that the schema is on. */
  servers: Servers
  /** Of the service that writes the topic. */
  schema: string
  /** Without prefix. */
  topic: string
  isDryRun?: boolean
  say: (text: string) => void
}

export interface SwitchOptions extends TopicCommand {
  partitions: number
  /** The longest that events wait in the outbox; after it the relays go on with the former generation. */
  waitMs: number
  /** Groups of which nothing is expected, without prefix: they consume no more. */
  exceptGroups?: readonly string[]
  /** Fails when companies may be on a primary that `servers` leaves out; called once relays have stopped. */
  checkServers?: () => Promise<unknown>
  /** After each step, before the next. */
  onStep?: (step: SwitchStep) => Promise<void>
}

/**
 * Gives a topic so many partitions by a new generation of it. Relays stop while it gets its first record: every group has finished the former one
 * then. Killed at any step, it leaves a desk that goes on, and a second run completes what it finds.
 * @throws {Error} when a relay or a group is not ready in time: the generation is the same then
 */
export async function switchTopic(options: SwitchOptions): Promise<void> {
  const lock = await SwitchLocks.open(options.servers, options.schema)
  const topics = new GenerationTopics(options.settings, options.topic)
  try {
    const run = new TopicSwitch(options, lock, topics)
    await run.run()
  } finally {
    await topics.close()
    await lock.close()
  }
}

class TopicSwitch {
  constructor(
    private readonly options: SwitchOptions,
    private readonly lock: SwitchLocks,
    private readonly topics: GenerationTopics,
  ) {}

  async run(): Promise<void> {
    const { partitions, isDryRun, topic } = this.options
    const declared = await this.lock.readGenerations()
    const all = declared.map((generations) => generationOf(generations, topic))
    const plan = planSwitch(all, await this.topics.list(), partitions)
    if (isDryRun) return this.describe(plan)
    if (plan.kind === 'complete') await this.complete(plan)
    else if (plan.kind === 'restore') await this.restore(plan)
    else await this.switch(plan)
  }

  private async complete(plan: SwitchPlan & { kind: 'complete' }): Promise<void> {
    const name = this.topics.nameOf(plan.current)
    await this.declareCurrent(plan)
    if (!plan.hasBegun) await this.topics.begin(plan.current)
    this.say(`${name} has ${this.options.partitions} partitions and is the current generation`)
  }

  private async restore(plan: SwitchPlan & { kind: 'restore' }): Promise<void> {
    const { current } = plan
    const { partitions } = this.options
    // Before it begins: relays of a primary that does not declare it write a former one, which the migration job has made again.
    await this.declareCurrent(plan)
    await this.topics.create(current, partitions)
    await this.topics.begin(current)
    this.say(`${this.topics.nameOf(current)} was missing; it is there again, with ${partitions} partitions`)
  }

  private async switch(plan: SwitchPlan & { kind: 'switch' }): Promise<void> {
    const { current, next, leftover } = plan
    const { partitions } = this.options
    const [name, former] = [this.topics.nameOf(next), this.topics.nameOf(current)]
    await this.requireNewRelays()
    // Before anything is prepared: what a killed run has prepared may be the only mark of what it has declared on the first primary.
    await this.declareCurrent(plan)
    if (leftover !== undefined && leftover !== partitions) await this.topics.delete(next)
    if (leftover !== partitions) await this.topics.create(next, partitions)
    this.say(
      `${name}: ${leftover === partitions ? 'there already' : 'created'}, with ${partitions} partitions`,
    )
    await this.step('created')
    await delay(SEEN_WITHIN_MS)
    const startedAtMs = performance.now()
    try {
      await this.lock.takeFromRelays(this.options.waitMs)
      this.say(`${former}: no relay publishes; new events wait in ${this.options.schema}.outbox`)
      await this.step('stopped')
      await this.untilDrained(current, startedAtMs + this.options.waitMs)
      await this.step('drained')
      await this.options.checkServers?.()
      await this.lock.prepare(this.options.topic, next)
      await this.step('prepared')
    } catch (error) {
      await this.undo(plan)
      await this.lock.release()
      throw error
    }
    // From here on it may be decided, whatever fails.
    try {
      await this.lock.decide(this.options.topic, next)
      await this.step('decided')
      // Once it has begun it counts whatever the databases say.
      await this.topics.begin(next)
      await this.step('begun')
      await this.lock.declare(this.options.topic, next)
      await this.step('declared')
    } finally {
      await this.lock.release()
    }
    const seconds = ((performance.now() - startedAtMs) / SECOND).toFixed(1)
    this.say(`${name} is the current generation; events waited ${seconds} s`)
    await this.untilMoved(current)
  }

  /* What they do afterwards is theirs: a group that takes longer is only named. */
  private async untilMoved(former: number): Promise<void> {
    const { exceptGroups = [], waitMs } = this.options
    const lastAtMs = performance.now() + waitMs
    for (;;) {
      const progress = await this.topics.listProgress(former)
      const left = progress.filter(({ group, isConsuming }) => isConsuming && !exceptGroups.includes(group))
      if (left.length === 0) return
      if (performance.now() > lastAtMs)
        return this.say(
          `${this.topics.nameOf(former)} is still consumed by ${left.map(({ group }) => group).join(', ')}`,
        )
      await delay(LOOK_EVERY_MS)
    }
  }

  /* A relay that does not know generations would go on with the former one. */
  private async requireNewRelays(): Promise<void> {
    const lastAtMs = performance.now() + RELAYS_KNOWN_WITHIN_MS
    for (;;) {
      const { relays, holders } = await this.lock.countRelays()
      if (relays <= holders) return
      if (performance.now() > lastAtMs)
        throw new Error(
          `${relays - holders} of ${relays} relays of ${this.options.schema} know no generations of topics: they are of a release before, run without Kafka, or cannot ask the first primary. Complete the upgrade first`,
        )
      await delay(LOOK_EVERY_MS)
    }
  }

  private async untilDrained(generation: number, lastAtMs: number): Promise<void> {
    for (;;) {
      // Fails when a lock is lost.
      await this.lock.readGenerations()
      const unfinished = await this.listUnfinished(generation)
      if (unfinished.length === 0) return
      if (performance.now() > lastAtMs)
        throw new Error(
          `${this.topics.nameOf(generation)} is not finished: ${unfinished.join(', ')}. Wait until they are, and run again; a group that is no longer used: --except-group NAME`,
        )
      await delay(LOOK_EVERY_MS)
    }
  }

  private async listUnfinished(generation: number): Promise<string[]> {
    const { exceptGroups = [] } = this.options
    const progress = await this.topics.listProgress(generation)
    return progress
      .filter(({ group, unfinished }) => unfinished > 0 && !exceptGroups.includes(group))
      .map(({ group, unfinished }) => `${group} (${unfinished} records)`)
  }

  /* Where it is not declared on every primary, after a killed run or a restore, relays stop and go on with it. What is prepared beside it was given up. */
  private declareCurrent({ isDeclared, current }: Pick<SwitchPlan, 'isDeclared' | 'current'>): Promise<void> {
    const { topic, waitMs } = this.options
    return isDeclared ? this.lock.forgetPrepared(topic) : this.lock.declareEverywhere(topic, current, waitMs)
  }

  /*
   * The empty topic goes before relays can publish again. By the connection that has the lock, and only while it has it: without the lock another
   * run may have declared the topic.
   */
  private async undo({ next }: SwitchPlan & { kind: 'switch' }): Promise<void> {
    const name = this.topics.nameOf(next)
    try {
      await this.lock.readDecided(this.options.topic)
      await this.topics.delete(next)
      this.say(`${name}: deleted`)
    } catch (error) {
      return this.say(`${name} stays (${String(error)}); the next run uses or replaces it`)
    }
    await this.lock
      .forgetPrepared(this.options.topic)
      .catch((error: unknown) =>
        this.say(
          `${name} stays prepared on a primary that is away (${String(error)}), whose relays ask the first one until the next run`,
        ),
      )
  }

  private async describe(plan: SwitchPlan): Promise<void> {
    const { partitions } = this.options
    const name = this.topics.nameOf(plan.current)
    if (plan.kind === 'restore')
      return this.say(`${name} is missing; it would be created with ${partitions} partitions`)
    if (plan.kind === 'complete') {
      const isComplete = plan.isDeclared && plan.hasBegun
      return this.say(
        `${name} has ${partitions} partitions: ${isComplete ? 'nothing to do' : 'its switch would be completed'}`,
      )
    }
    const unfinished = await this.listUnfinished(plan.current)
    this.say(
      `${this.topics.nameOf(plan.next)} would be created with ${partitions} partitions and follow ${name}; unfinished at present: ${unfinished.join(', ') || 'nothing'}`,
    )
  }

  private say(text: string): void {
    this.options.say(text)
  }

  private async step(step: SwitchStep): Promise<void> {
    await this.options.onStep?.(step)
  }
}

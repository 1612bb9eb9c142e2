import { MINUTE, SECOND } from '@balcao/kernel'

import { createLogger } from '../../../telemetry/logger'
import type { Admin } from '../kafka-client'
import { chooseGeneration, countUnfinished, hasBegun, type FoundGeneration } from './choose-generation'
import { FIRST_GENERATION, generationName, listGenerations } from './generation-names'
import type { SharedAdmin } from './shared-admin'
import { fetchCommitted, fetchEnds } from './topic-offsets'

const EVERY_MS = 3 * SECOND
/** While a topic has a newer generation than a group's: a switch is at hand. */
const CLOSELY_EVERY_MS = 300
/** Longer than a switch: a command that was killed leaves a topic without a record. */
const CLOSELY_FOR_MS = 10 * MINUTE
/** After so long every consumer looks closely for the first record of a new topic. */
export const SEEN_WITHIN_MS = EVERY_MS + 1 * SECOND
/** Groups that start together share one answer. */
const SAME_ANSWER_MS = 200

const log = createLogger('kafka')

/** A consumer group of a topic, both with their prefix and as they are named in the first generation. */
export interface GroupOfTopic {
  readonly topic: string
  readonly group: string
}

/** A member of a group, whose generation is watched. */
export interface WatchedGroup extends GroupOfTopic {
  /** Undefined before its first session. */
  readonly generation: number | undefined
  /** Ends its session and begins in this generation. */
  moveTo(generation: number): void
}

/**
 * Learns from the brokers which generations of the topics there are. Costs a list of topics every three seconds; it is more often, and offsets are
 * read, while a topic has a newer generation than a group's.
 */
export class GenerationWatch {
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> = Promise.resolve()
  private listed: { atMs: number; names: Promise<string[]> } | undefined
  private closeSinceMs: number | undefined
  private isStopped = false

  constructor(
    private readonly admin: SharedAdmin,
    private readonly groups: readonly WatchedGroup[],
  ) {}

  start(): void {
    if (this.groups.length > 0) this.again()
  }

  /** The generation that a member begins with. @throws {Error} when no broker answers */
  async choose(group: GroupOfTopic): Promise<number> {
    const found = listGenerations(group.topic, await this.listTopics())
    return (await this.admin.use((admin) => choose(admin, group, found))) ?? FIRST_GENERATION
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.looking
  }

  private again(): void {
    if (this.isStopped) return
    const isClose = performance.now() - (this.closeSinceMs ?? Number.NEGATIVE_INFINITY) < CLOSELY_FOR_MS
    this.timer = setTimeout(
      () => {
        this.looking = this.look().then((hasNewer) => {
          this.closeSinceMs = hasNewer ? (this.closeSinceMs ?? performance.now()) : undefined
          this.again()
        })
      },
      isClose ? CLOSELY_EVERY_MS : EVERY_MS,
    )
  }

  /** True while a group has not reached the newest generation. Never rejects: sessions report a broker that is away. */
  private async look(): Promise<boolean> {
    try {
      const names = await this.listTopics()
      const moves = this.groups.map((group) => this.lookFor(group, listGenerations(group.topic, names)))
      return (await Promise.all(moves)).includes(true)
    } catch (error) {
      log.debug({ err: error }, 'generations not known')
      return false
    }
  }

  private async lookFor(group: WatchedGroup, found: readonly number[]): Promise<boolean> {
    const { generation } = group
    const newest = found.at(-1)
    // A broker may list fewer than there are.
    if (generation === undefined || newest === undefined || newest <= generation) return false
    const chosen = (await this.admin.use((admin) => choose(admin, group, found))) ?? generation
    if (chosen > generation && !this.isStopped) group.moveTo(chosen)
    return chosen < newest
  }

  private listTopics(): Promise<string[]> {
    const nowMs = performance.now()
    if (!this.listed || nowMs - this.listed.atMs > SAME_ANSWER_MS)
      this.listed = { atMs: nowMs, names: this.admin.use((admin) => admin.listTopics()) }
    return this.listed.names
  }
}

/*
 * Undefined where there is no topic. The newest is asked first: once it has begun, the ends of those before it are final.
 */
async function choose(
  admin: Admin,
  group: GroupOfTopic,
  generations: readonly number[],
): Promise<number | undefined> {
  if (generations.length < 2) return generations[0]
  const found: FoundGeneration[] = []
  for (const generation of generations.toReversed())
    found.unshift(await findGeneration(admin, group, generation))
  return chooseGeneration(found)
}

async function findGeneration(
  admin: Admin,
  { topic, group }: GroupOfTopic,
  generation: number,
): Promise<FoundGeneration> {
  const name = generationName(topic, generation)
  // Offsets first: what is written meanwhile is then unfinished.
  const committed = await fetchCommitted(admin, generationName(group, generation), name)
  const ends = await fetchEnds(admin, name)
  return {
    generation,
    hasBegun: hasBegun(ends),
    hasCommitted: committed.size > 0,
    isDrained: countUnfinished(ends, committed) === 0,
  }
}

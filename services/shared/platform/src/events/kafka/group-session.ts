import { SECOND } from '@balcao/kernel'

import { AssignmentConsumer, type AssignmentOptions } from './assignment-consumer'
import { disconnect, RETRY, type Kafka, type KafkaConsumer } from './kafka-client'
import { endsWithin } from './ends-within'

const TICK_MS = 200
const HEARTBEAT_MS = 1 * SECOND
/** Session timeout: a member without heartbeats for this long loses its partitions. */
const SESSION_MS = 10 * SECOND
/** A client that has neither fetched nor sent a heartbeat for this long is restarted. */
const SILENCE_MS = 60 * SECOND
const CLOSE_MS = 5 * SECOND

export interface SessionOptions extends Omit<AssignmentOptions, 'lanes'> {
  kafka: Kafka
  groupName: string
  createLanes: () => AssignmentOptions['lanes']
}

/**
 * One session of a group's consumer, from connecting to its first failure. The library's own restarts are switched off:
 * they do not cover every failure and cannot be cancelled.
 */
export class GroupSession {
  private readonly consumer: KafkaConsumer
  private assignment: AssignmentConsumer | undefined
  private partitions: readonly number[] | undefined
  private aliveAtMs = performance.now()
  private starting: Promise<void> = Promise.resolve()
  private closing: Promise<void> | undefined
  private end: (error?: Error) => void = () => undefined

  constructor(private readonly options: SessionOptions) {
    this.consumer = options.kafka.consumer({
      groupId: options.groupName,
      sessionTimeout: SESSION_MS,
      rebalanceTimeout: 2 * SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: HEARTBEAT_MS / 2,
      maxBytesPerPartition: 512 * 1024,
      allowAutoTopicCreation: false,
      retry: { ...RETRY, restartOnFailure: () => Promise.resolve(false) },
    })
    this.follow()
  }

  /** Partitions assigned to this member; undefined before it has joined. */
  get assigned(): readonly number[] | undefined {
    return this.partitions
  }

  pending(): string[] {
    return this.assignment?.pending() ?? []
  }

  /** Resolves after `close`. @throws the error that ended the session. */
  async consume(): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      this.end = (error) => (error ? reject(error) : resolve())
    })
    const ticking = setInterval(() => this.tick(), TICK_MS)
    try {
      this.starting = this.start()
      await Promise.race([ended, this.starting.then(() => ended)])
    } finally {
      clearInterval(ticking)
    }
  }

  /** Waits for running handlers, commits their offsets and leaves the group. */
  close(): Promise<void> {
    return (this.closing ??= this.leave())
  }

  private async leave(): Promise<void> {
    await this.assignment?.stop()
    await endsWithin(CLOSE_MS, this.assignment?.commit() ?? Promise.resolve())
    this.end()
    // A consumer that is disconnected before it has started would still start.
    const gone = this.starting.catch(() => undefined).then(() => disconnect(this.consumer))
    await endsWithin(CLOSE_MS, gone)
  }

  private async start(): Promise<void> {
    await this.consumer.connect()
    await this.consumer.subscribe({ topics: [this.options.topicName], fromBeginning: true })
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: true,
      eachBatch: async (payload) => {
        if (!this.closing) await this.assignment?.take(payload)
      },
    })
  }

  private follow(): void {
    const { GROUP_JOIN, REBALANCING, CRASH, FETCH, HEARTBEAT } = this.consumer.events
    const isAlive = () => void (this.aliveAtMs = performance.now())
    this.consumer.on(FETCH, isAlive)
    this.consumer.on(HEARTBEAT, isAlive)
    this.consumer.on(REBALANCING, () => this.revoked())
    this.consumer.on(GROUP_JOIN, ({ payload }) => {
      isAlive()
      this.joined(payload.memberAssignment[this.options.topicName] ?? [])
    })
    this.consumer.on(CRASH, ({ payload }) => this.end(payload.error))
  }

  /* Called before rejoining: commits ahead of the join request and starts no handler. */
  private revoked(): void {
    void this.assignment?.commit()
    void this.assignment?.stop()
  }

  private joined(partitions: readonly number[]): void {
    const previous = this.assignment
    this.partitions = partitions
    this.assignment = new AssignmentConsumer({ ...this.options, lanes: this.options.createLanes() }, previous)
    if (previous) this.consumer.resume([{ topic: this.options.topicName }])
  }

  private tick(): void {
    this.assignment?.resumePartitions()
    if (this.assignment && !this.assignment.isCommitting) void this.assignment.commit()
    if (performance.now() - this.aliveAtMs > SILENCE_MS) this.end(new Error('the consumer fell silent'))
  }
}

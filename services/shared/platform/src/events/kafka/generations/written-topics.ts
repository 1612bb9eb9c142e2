import type { OutboxRow } from '../../event-transport.port'
import { topicName } from '../kafka-client'
import type { KafkaSettings } from '../kafka-settings'
import { chooseWritten, hasBegun } from './choose-generation'
import { FIRST_GENERATION, generationName, listGenerations } from './generation-names'
import type { SharedAdmin } from './shared-admin'
import { fetchEnds } from './topic-offsets'

type Written = Pick<OutboxRow, 'topic'>

/** The whole names of the topics that a relay's rows are written to. */
export class WrittenTopics {
  /** As the relay read them under its lock. */
  private declared: ReadonlyMap<string, number> = new Map()
  private readonly names = new Map<string, string>()

  constructor(
    private readonly admin: SharedAdmin,
    private readonly settings: Pick<KafkaSettings, 'topicPrefix'>,
  ) {}

  begin(generations: ReadonlyMap<string, number>): void {
    this.declared = generations
    this.names.clear()
  }

  /** Undefined until it is resolved. */
  find({ topic }: Written): string | undefined {
    return this.names.get(topic)
  }

  /** @throws {Error} when no broker answers, or has no topic of the declared generation */
  async resolve(row: Written): Promise<void> {
    const { declared } = this
    const generation = declared.get(row.topic) ?? FIRST_GENERATION
    const topic = topicName(this.settings, row.topic)
    const written = await this.findWritten(topic, generation)
    if (written === undefined)
      throw new Error(
        `there is no topic ${generationName(topic, generation)}, the current one as the database has it`,
      )
    // Begun anew meanwhile: asked again.
    if (this.declared === declared) this.names.set(row.topic, generationName(topic, written))
  }

  private findWritten(topic: string, declared: number): Promise<number | undefined> {
    return this.admin.use(async (admin) => {
      const found = listGenerations(topic, await admin.listTopics()).map(async (generation) => ({
        generation,
        hasBegun:
          generation > declared && hasBegun(await fetchEnds(admin, generationName(topic, generation))),
      }))
      return chooseWritten(declared, await Promise.all(found))
    })
  }
}

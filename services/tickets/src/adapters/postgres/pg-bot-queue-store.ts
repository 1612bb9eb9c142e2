import type { BotOption, CompanyId, QueueId } from '@balcao/contracts'
import type { Media, QueueSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'
import { sql } from '@balcao/platform'

import type { BotQueue, BotQueues, BotQueueStore } from '../../features/bots/bot-queue.store'
import type { QueueOption } from '../../features/queues/queue-option.store'
import { queueOptionTable } from './queue-option-table'
import { queueTable } from './queue-table'

const toBotOption = (option: QueueOption): BotOption => ({
  id: option.id,
  title: option.title,
  message: option.message,
  option: String(option.position),
  parentId: option.parentId ?? null,
  mediaPath: option.media?.key ?? null,
  mediaName: option.media?.name ?? null,
})

const toBotQueue = (queue: QueueSnapshot, options: readonly QueueOption[]): BotQueue => ({
  id: queue.id,
  name: queue.name,
  greetingMessage: queue.greetingMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  schedules: queue.schedules,
  timeZone: queue.timeZone ?? null,
  media: queue.media ? { path: queue.media.key, name: queue.media.name } : null,
  options: options.map(toBotOption),
})

const listFiles = (queue: QueueSnapshot, options: readonly QueueOption[]): Media[] =>
  [queue, ...options].flatMap(({ media }) => (media ? [media] : []))

export class PgBotQueueStore implements BotQueueStore {
  async list(tx: Tx, companyId: CompanyId, ids: readonly QueueId[]): Promise<BotQueues> {
    const chosen = sql`${ids}::int[]`
    const found = await queueTable.find(
      tx,
      sql`WHERE company_id = ${companyId} AND id = ANY (${chosen}) ORDER BY order_queue, id`,
    )
    const options = await queueOptionTable.find(
      tx,
      sql`WHERE company_id = ${companyId} AND queue_id = ANY (${chosen})`,
    )
    const listOptions = (queue: QueueSnapshot) => options.filter(({ queueId }) => queueId === queue.id)
    return {
      queues: found.map((queue) => toBotQueue(queue, listOptions(queue))),
      files: found.flatMap((queue) => listFiles(queue, listOptions(queue))),
    }
  }
}

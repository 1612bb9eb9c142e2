import {
  languages,
  type BotConfig,
  type BotQueue,
  type ChatBotType,
  type CompanyHoursView,
  type ConnectionView,
  type QueueOptionView,
  type QueueView,
  type SettingView,
} from '@balcao/contracts'

/** What the preview needs of the server's state. */
export interface PreviewParts {
  settings: readonly SettingView[]
  hours: CompanyHoursView
  /** The number that is written to; undefined for the edited queue alone. */
  connection: ConnectionView | undefined
  queues: readonly QueueView[]
  /** Of every queue. */
  options: readonly QueueOptionView[]
}

const scheduleTypes = ['disabled', 'queue', 'company'] as const
const chatBotTypes: readonly ChatBotType[] = ['text', 'list', 'button']

const readSetting = <T extends string>(
  settings: readonly SettingView[],
  key: string,
  allowed: readonly T[],
  standard: T,
): T => {
  const stored = settings.find((setting) => setting.key === key)?.value
  return allowed.find((value) => value === stored) ?? standard
}

const toBotQueue = (queue: QueueView, options: readonly QueueOptionView[]): BotQueue => ({
  id: queue.id,
  name: queue.name,
  greetingMessage: queue.greetingMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  schedules: queue.schedules,
  timeZone: queue.timeZone,
  media: queue.mediaPath === null ? null : { path: queue.mediaPath, name: queue.mediaName ?? '' },
  options: options.filter(({ queueId }) => queueId === queue.id),
})

const toRules = (connection: ConnectionView | undefined): BotConfig['connection'] => ({
  greetingMessage: connection?.greetingMessage ?? '',
  outOfHoursMessage: connection?.outOfHoursMessage ?? '',
  maxUseBotQueues: connection?.maxUseBotQueues ?? 3,
  timeUseBotQueues: connection?.timeUseBotQueues ?? 0,
  transferQueueId: connection?.transferQueueId ?? null,
  timeToTransfer: connection?.timeToTransfer ?? 0,
})

/** The queues of a connection by their order; the edited queue alone without one. */
export const choosePreviewQueues = (
  connection: ConnectionView | undefined,
  queues: readonly QueueView[],
  editedId: number,
): QueueView[] => {
  const wanted = connection?.queueIds ?? [editedId]
  return queues
    .filter(({ id }) => wanted.includes(id))
    .sort((one, other) => one.orderQueue - other.orderQueue || one.id - other.id)
}

/** What the bot goes by in the preview: the same as on the server, with what is being edited. */
export const buildPreviewConfig = (parts: PreviewParts): BotConfig => {
  const { settings, hours, connection, queues, options } = parts
  return {
    language: readSetting(settings, 'language', languages, 'pt'),
    timeZone: hours.timeZone,
    schedules: hours.schedules,
    scheduleType: readSetting(settings, 'scheduleType', scheduleTypes, 'disabled'),
    chatBotType: readSetting(settings, 'chatBotType', chatBotTypes, 'text'),
    sendGreetingMessageOneQueues:
      readSetting(settings, 'sendGreetingMessageOneQueues', ['enabled', 'disabled'], 'disabled') ===
      'enabled',
    connection: toRules(connection),
    queues: queues.map((queue) => toBotQueue(queue, options)),
  }
}

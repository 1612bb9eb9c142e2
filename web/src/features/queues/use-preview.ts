import {
  isTimeZone,
  type BotConfig,
  type ConnectionView,
  type QueueOptionView,
  type QueueView,
} from '@balcao/contracts'
import { useState } from 'react'

import { useListConnectionsQuery } from '../../data/connections.api'
import { useMe } from '../../data/hooks'
import { useListOptionTreesQuery } from '../../data/queue-options.api'
import '../../data/queue-options.live'
import { useGetCompanyHoursQuery, useListSettingsQuery } from '../../data/settings.api'
import '../../data/settings.live'
import { applyDraft } from './option-tree'
import { buildPreviewConfig, choosePreviewQueues } from './preview-config'
import type { QueueValues } from './queue.form'

/** A queue that is not stored yet has this id in the preview. */
const NEW_ID = 0

/** The queue as the form has it now. A zone that is none is the company's until it is one. */
const toEdited = (queue: QueueView | undefined, values: QueueValues, companyId: number): QueueView => ({
  id: queue?.id ?? NEW_ID,
  companyId,
  name: values.name,
  color: values.color,
  greetingMessage: values.greetingMessage,
  outOfHoursMessage: values.outOfHoursMessage,
  orderQueue: values.orderQueue === '' ? 0 : values.orderQueue,
  schedules: values.schedules,
  timeZone: isTimeZone(values.timeZone.trim()) ? values.timeZone.trim() : null,
  promptId: queue?.promptId ?? null,
  integrationId: queue?.integrationId ?? null,
  mediaPath: queue?.mediaPath ?? null,
  mediaName: queue?.mediaName ?? null,
})

const NO_CONNECTIONS: ConnectionView[] = []

/* The first number that offers the queue, until another is chosen. */
const useConnectionChoice = (edited: QueueView) => {
  const { data: all = NO_CONNECTIONS } = useListConnectionsQuery(undefined)
  const connections = all.filter(({ queueIds }) => queueIds.includes(edited.id))
  const [chosen, setChosen] = useState<number | ''>()
  const connectionId = chosen ?? connections[0]?.id ?? ''
  return {
    connections,
    connectionId,
    connection: connections.find(({ id }) => id === connectionId),
    onConnection: setChosen,
  }
}

const useStoredOptions = (queues: readonly QueueView[]): QueueOptionView[] | undefined => {
  const ids = queues.map(({ id }) => id).filter((id) => id !== NEW_ID)
  const { data } = useListOptionTreesQuery(ids)
  return data
}

export interface Preview {
  /** Undefined until all of it is loaded. */
  config: BotConfig | undefined
  /** Numbers that offer the queue. */
  connections: readonly ConnectionView[]
  connectionId: number | ''
  onConnection: (id: number | '') => void
}

/** What the bot would go by if the form were saved as it is. */
export const usePreview = (
  queue: QueueView | undefined,
  queues: readonly QueueView[],
  values: QueueValues,
): Preview => {
  const { companyId } = useMe()
  const edited = toEdited(queue, values, companyId)
  const { connection, ...choice } = useConnectionChoice(edited)
  const { data: settings } = useListSettingsQuery(undefined)
  const { data: hours } = useGetCompanyHoursQuery(companyId)
  const others = queues.filter(({ id }) => id !== edited.id)
  const asked = choosePreviewQueues(connection, [...others, edited], edited.id)
  const stored = useStoredOptions(asked)
  const config =
    settings && hours && stored
      ? buildPreviewConfig({
          settings,
          hours,
          connection,
          queues: asked,
          options: applyDraft(stored, edited.id, values.draft),
        })
      : undefined
  return { ...choice, config }
}

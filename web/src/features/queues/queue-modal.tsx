import { defaultBusinessHours, queueBody, type QueueView } from '@balcao/contracts'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useCreateQueueMutation, useUpdateQueueMutation } from '../../data/queues.api'
import { useSetting } from '../../data/settings.api'
import '../../data/settings.live'
import { currentLanguage, locales } from '../../i18n/i18n'
import { toast } from '../../lib/toast'
import { useIsNarrow } from '../../lib/use-media'
import { FormDialog } from '../../ui/form-dialog'
import { fillWeek } from '../../ui/hours'
import { useFormDialog } from '../../ui/use-form-dialog'
import { useTabWithError } from '../../ui/use-tab-with-error'
import { BotPreview } from './bot-preview'
import { isDraftChanged } from './option-tree'
import { DataTab, HoursTab } from './queue-tabs'
import { firstFreeColor, isQueueChanged, nextOrder, toQueueBody, type QueueValues } from './queue.form'
import { useSaveDraft } from './use-options'
import { useFirstQueue } from './use-first-queue'
import { usePreview } from './use-preview'

export interface QueueModalProps {
  /** undefined for a new queue. */
  queue: QueueView | undefined
  /** All queues of the company. */
  queues: readonly QueueView[]
  onClose: () => void
  /** The queue was just stored in this dialog. */
  isContinued: boolean
  /** A new queue was stored, to go on with its options. */
  onContinue: (queue: QueueView) => void
}

const createValues = (queues: readonly QueueView[]): QueueValues => ({
  name: '',
  color: firstFreeColor(queues),
  orderQueue: nextOrder(queues),
  greetingMessage: '',
  outOfHoursMessage: '',
  timeZone: '',
  integrationId: '',
  promptId: '',
  schedules: fillWeek(defaultBusinessHours, locales[currentLanguage()]),
  draft: null,
})

const toValues = (queue: QueueView): QueueValues => ({
  name: queue.name,
  color: queue.color,
  orderQueue: queue.orderQueue,
  greetingMessage: queue.greetingMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  timeZone: queue.timeZone ?? '',
  integrationId: queue.integrationId ?? '',
  promptId: queue.promptId ?? '',
  schedules: fillWeek(queue.schedules, locales[currentLanguage()]),
  draft: null,
})

/** The form, and a submit of a new queue that keeps the dialog. */
const useQueueForm = ({ queue, queues, onClose, onContinue }: QueueModalProps) => {
  const { t } = useTranslation('queues')
  const [create] = useCreateQueueMutation()
  const [update] = useUpdateQueueMutation()
  const drafts = useSaveDraft(queue?.id ?? 0)
  const first = useFirstQueue(queues)
  const linkedTo = useRef('')
  // What was open, not what events bring: they do not overwrite what is typed.
  const [initialValues] = useState(() => (queue ? toValues(queue) : createValues(queues)))
  const continues = useRef(false)
  const saved = useRef<QueueView>(undefined)
  const form = useFormDialog<QueueValues>({
    initialValues,
    schema: queueBody,
    toBody: toQueueBody,
    save: async (values) => {
      const { draft } = values
      if (draft && isDraftChanged(draft) && draft.title.trim() !== '') await drafts.save(draft)
      const body = toQueueBody(values)
      saved.current = queue ? await update({ id: queue.id, body }).unwrap() : await create(body).unwrap()
      linkedTo.current = (await first.link(saved.current))?.name ?? ''
    },
    onSaved: () => {
      toast.success(linkedTo.current ? t('savedAndLinked', { connection: linkedTo.current }) : t('saved'))
      if (continues.current && saved.current) onContinue(saved.current)
      else onClose()
    },
  })
  const handleContinue = () => {
    continues.current = true
    void form.submitForm().finally(() => {
      continues.current = false
    })
  }
  const dirty = form.dirty && isQueueChanged(form.values, initialValues)
  return { form: { ...form, dirty }, handleContinue, connection: first.only }
}

type QueueTab = 'data' | 'hours' | 'preview'

const QueueTabs = ({
  tabs,
  tab,
  onTab,
}: {
  tabs: readonly QueueTab[]
  tab: QueueTab
  onTab: (tab: QueueTab) => void
}) => {
  const { t } = useTranslation('queues')
  return (
    <Tabs
      value={tab}
      onChange={(_event, next: QueueTab) => onTab(next)}
      variant="scrollable"
      aria-label={t('modal.tabs')}
    >
      {tabs.map((one) => (
        <Tab
          key={one}
          value={one}
          id={`queue-tab-${one}`}
          aria-controls={`queue-panel-${one}`}
          label={t(`modal.tab.${one}`)}
        />
      ))}
    </Tabs>
  )
}

const useTabs = (): readonly QueueTab[] => {
  const hasHours = useSetting('scheduleType') === 'queue'
  const isNarrow = useIsNarrow()
  return [
    ...(['data'] as const),
    ...(hasHours ? (['hours'] as const) : []),
    ...(isNarrow ? (['preview'] as const) : []),
  ]
}

/* The hours while all that is wrong is there. */
function findTabWithError(errors: object): QueueTab | undefined {
  const wrong = Object.keys(errors)
  if (wrong.length === 0) return undefined
  const areHours = wrong.every((field) => field === 'timeZone' || field.startsWith('schedules'))
  return areHours ? 'hours' : 'data'
}

/** A queue with its hours and its menu; beside it (below 900 px in a tab) the bot as it would answer. */
export const QueueModal = (props: QueueModalProps) => {
  const { queue, queues, onClose } = props
  const { t } = useTranslation('queues')
  const { t: common } = useTranslation()
  const { form, handleContinue, connection } = useQueueForm(props)
  const preview = usePreview(queue, queues, form.values)
  const tabs = useTabs()
  const [chosen, setTab] = useState<QueueTab>('data')
  useTabWithError(form, findTabWithError, setTab)
  const tab = tabs.includes(chosen) ? chosen : 'data'
  const isNew = queue === undefined
  const panels = {
    data: () => (
      <DataTab
        queue={queue}
        queues={queues}
        connection={connection}
        onContinue={handleContinue}
        isContinued={props.isContinued}
      />
    ),
    hours: () => <HoursTab />,
    preview: () => <BotPreview {...preview} />,
  }
  return (
    <FormDialog
      open
      maxWidth="lg"
      title={t(isNew ? 'modal.add' : 'modal.edit')}
      submitLabel={common(isNew ? 'actions.add' : 'actions.save')}
      form={form}
      continues={props.isContinued}
      onClose={onClose}
    >
      <div className="queue-dialog">
        <div className="queue-dialog__form">
          {tabs.length > 1 ? <QueueTabs tabs={tabs} tab={tab} onTab={setTab} /> : null}
          <div
            role="tabpanel"
            id={`queue-panel-${tab}`}
            aria-labelledby={tabs.length > 1 ? `queue-tab-${tab}` : undefined}
            aria-label={tabs.length > 1 ? undefined : t('modal.tab.data')}
            className="queue-panel"
          >
            {panels[tab]()}
          </div>
        </div>
        {tabs.includes('preview') ? null : <BotPreview {...preview} />}
      </div>
    </FormDialog>
  )
}

import { connectionBody, type ConnectionView, type QueueView } from '@balcao/contracts'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCreateConnectionMutation,
  useGetConnectionQuery,
  useListConnectionsQuery,
  useListProvidersQuery,
  useUpdateConnectionMutation,
} from '../../data/connections.api'
import { useListQueuesQuery } from '../../data/queues.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { useFormDialog } from '../../ui/use-form-dialog'
import { useTabWithError } from '../../ui/use-tab-with-error'
import {
  findOnlyQueue,
  findTabWithError,
  isGreetingRequired,
  newConnection,
  createConnectionValues,
  toConnectionBody,
  toValues,
  type ConnectionTab,
  type ConnectionValues,
} from './connection.form'
import { ClosingTab, GeneralTab, MessagesTab, QueuesTab } from './connection-tabs'

export interface ConnectionModalProps {
  /** null creates a connection. */
  connectionId: number | null
  firstTab?: ConnectionTab | undefined
  onClose: () => void
  /** Called with a new connection; its session has started, so the QR code is shown next. */
  onCreated: (connection: ConnectionView) => void
}

const tabs: ConnectionTab[] = ['general', 'messages', 'queues', 'closing']

const useConnectionForm = (
  { connectionId, onClose, onCreated }: ConnectionModalProps,
  view: ConnectionView | undefined,
  fresh: ConnectionValues,
) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const [create] = useCreateConnectionMutation()
  const [update] = useUpdateConnectionMutation()
  return useFormDialog<ConnectionValues>({
    initialValues: view ? toValues(view) : fresh,
    schema: connectionBody,
    toBody: toConnectionBody,
    check: (values) =>
      isGreetingRequired(values)
        ? { greetingMessage: common('backendErrors.ERR_WAPP_GREETING_REQUIRED') }
        : {},
    save: async (values) => {
      const body = toConnectionBody(values)
      // It may have moved to the official API since the dialog was opened.
      const { provider: _provider, ...patch } = body
      if (connectionId !== null) await update({ id: connectionId, body: patch }).unwrap()
      else onCreated(await create(body).unwrap())
    },
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
}

interface FirstValues {
  values: ConnectionValues
  /** The company's only queue, which the first connection begins with. */
  queue: QueueView | undefined
}

/* What a new connection begins with, once it is known; later events do not change it. */
const useFirstValues = (isNew: boolean): { fresh: FirstValues | undefined; error: unknown } => {
  const providers = useListProvidersQuery(undefined, { skip: !isNew })
  const queues = useListQueuesQuery(undefined, { skip: !isNew })
  const connections = useListConnectionsQuery(undefined, { skip: !isNew })
  const [fresh, setFresh] = useState<FirstValues>()
  if (!fresh && providers.data && queues.data && connections.data) {
    const queue = findOnlyQueue(queues.data, connections.data)
    setFresh({ values: createConnectionValues(providers.data, queue), queue })
  }
  return { fresh, error: providers.error ?? queues.error ?? connections.error }
}

export const ConnectionModal = (props: ConnectionModalProps) => {
  const { connectionId, firstTab = 'general', onClose } = props
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const isNew = connectionId === null
  const { data, error: unread } = useGetConnectionQuery(connectionId ?? 0, { skip: isNew })
  const { fresh, error: unknown } = useFirstValues(isNew)
  const error = unread ?? unknown
  // The form keeps the values it opened with: events about the connection do not overwrite what is typed.
  const [opened, setOpened] = useState<ConnectionView>()
  if (data && !opened) setOpened(data)
  const form = useConnectionForm(props, opened, fresh?.values ?? newConnection)
  const [tab, setTab] = useState<ConnectionTab>(firstTab)
  useTabWithError(form, (errors) => findTabWithError(errors) ?? undefined, setTab)
  useEffect(() => {
    if (!error) return
    showError(error)
    onClose()
  }, [error, onClose])

  const isLoading = isNew ? !fresh : !opened
  const panels = { general: GeneralTab, messages: MessagesTab, queues: QueuesTab, closing: ClosingTab }
  const Panel = panels[tab]
  return (
    <FormDialog
      open
      maxWidth="md"
      title={t(isNew ? 'modal.add' : 'modal.edit')}
      submitLabel={common(isNew ? 'actions.add' : 'actions.save')}
      form={form}
      onClose={onClose}
    >
      <Tabs
        value={tab}
        onChange={(_event, next: ConnectionTab) => setTab(next)}
        variant="scrollable"
        aria-label={t('modal.tabs')}
      >
        {tabs.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`connection-tab-${one}`}
            aria-controls={`connection-panel-${one}`}
            label={t(`modal.tab.${one}`)}
          />
        ))}
      </Tabs>
      <div
        role="tabpanel"
        id={`connection-panel-${tab}`}
        aria-labelledby={`connection-tab-${tab}`}
        className="connection-panel"
        aria-busy={isLoading}
      >
        {isLoading ? (
          [0, 1, 2].map((row) => <Skeleton key={row} variant="rounded" height={60} />)
        ) : (
          <Panel view={opened} firstQueue={fresh?.queue} />
        )}
      </div>
    </FormDialog>
  )
}

import {
  editableTemplateStates,
  type ConnectionView,
  type FallbackView,
  type TemplateView,
} from '@balcao/contracts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useDeleteTemplateMutation,
  useListTemplatesQuery,
  useSyncTemplatesMutation,
} from '../../../data/templates.api'
import { showError, translateError } from '../../../lib/error-toast'
import { formatShortDayTime } from '../../../lib/format-date'
import { toast } from '../../../lib/toast'
import { useIsPhone } from '../../../lib/use-media'
import { DeleteDialog } from '../../../ui/delete-dialog'
import { ErrorState } from '../../../ui/error-state'
import { IconAction } from '../../../ui/icon-action'
import { EditIcon, PlusIcon, ReloadIcon, TrashIcon } from '../../../ui/icons'
import { EditFallback, Fallbacks } from './fallbacks'
import { EditTemplate, NewTemplate } from './template-form'
import { useReason } from './use-reason'
import './templates.css'

export interface TemplatesDialogProps {
  connection: ConnectionView
  onClose: () => void
}

const tones: Readonly<Partial<Record<TemplateView['state'], 'good' | 'bad'>>> = {
  APPROVED: 'good',
  REJECTED: 'bad',
  PAUSED: 'bad',
  DISABLED: 'bad',
}

interface RowProps {
  template: TemplateView
  onEdit: () => void
  onDelete: () => void
}

const isReviewed = ({ state }: TemplateView): boolean => editableTemplateStates.includes(state)

const Row = ({ template, onEdit, onDelete }: RowProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const describe = useReason()
  const { name, language, category, state, reason, quality, body, canBeSent, canBeEdited } = template
  const details = [language, common(`templates.category.${category}`)]
  if (quality !== 'UNKNOWN') details.push(t(`templates.quality.${quality}`))
  return (
    <li className="template-row">
      <div>
        <b>{name}</b>{' '}
        <span className={`template-row__state template-row__state--${tones[state] ?? 'busy'}`}>
          {t(`templates.state.${state}`)}
        </span>
        <small>{details.join(' · ')}</small>
        {reason ? <small>{describe(reason)}</small> : null}
        {state === 'APPROVED' && !canBeSent ? <small>{t('templates.notHere')}</small> : null}
        {isReviewed(template) && !canBeEdited ? <small>{t('templates.notEdited')}</small> : null}
        <p>{body}</p>
      </div>
      <div className="template-row__actions">
        {canBeEdited ? (
          <IconAction label={t('templates.edit', { name, language })} onClick={onEdit}>
            <EditIcon />
          </IconAction>
        ) : null}
        <IconAction label={t('templates.remove', { name, language })} onClick={onDelete}>
          <TrashIcon />
        </IconAction>
      </div>
    </li>
  )
}

interface ListProps {
  templates: readonly TemplateView[]
  onEdit: (template: TemplateView) => void
  onDelete: (template: TemplateView) => void
}

const List = ({ templates, onEdit, onDelete }: ListProps) => {
  const { t } = useTranslation('connections')
  const last = templates.map(({ askedAt }) => askedAt).toSorted()[0]
  if (last === undefined) return <p className="template-list__note">{t('templates.none')}</p>
  return (
    <>
      <p className="template-list__note">
        {t('templates.count', { count: templates.length })} ·{' '}
        {t('templates.syncedAt', { at: formatShortDayTime(new Date(last)) })}
      </p>
      <ul className="template-list">
        {templates.map((template) => (
          <Row
            key={template.id}
            template={template}
            onEdit={() => onEdit(template)}
            onDelete={() => onDelete(template)}
          />
        ))}
      </ul>
    </>
  )
}

const DeleteTemplate = ({ template, onClose }: { template: TemplateView; onClose: () => void }) => {
  const { t } = useTranslation('connections')
  const [remove] = useDeleteTemplateMutation()
  const { id, whatsappId, name, language } = template
  return (
    <DeleteDialog
      title={t('templates.deleteTitle', { name, language })}
      text={t('templates.deleteText')}
      doneText={t('templates.deleted')}
      remove={() => remove({ id: whatsappId, templateId: id })}
      onClose={onClose}
    />
  )
}

const SyncButton = ({ connectionId }: { connectionId: number }) => {
  const { t } = useTranslation('connections')
  const [sync, { isLoading }] = useSyncTemplatesMutation()
  const handleSync = async () => {
    const { error } = await sync(connectionId)
    if (error) showError(error)
    else toast.success(t('templates.synced'))
  }
  return (
    <Button startIcon={<ReloadIcon />} loading={isLoading} onClick={() => void handleSync()}>
      {t('templates.sync')}
    </Button>
  )
}

/** The message templates of an official connection: their states at Meta, new ones, edits, and deletion. */
export const TemplatesDialog = ({ connection, onClose }: TemplatesDialogProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const phone = useIsPhone()
  const { data: templates, error, refetch } = useListTemplatesQuery(connection.id)
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<TemplateView | null>(null)
  const [fallback, setFallback] = useState<FallbackView | null>(null)
  const [deleted, setDeleted] = useState<TemplateView | null>(null)
  if (isAdding) return <NewTemplate connectionId={connection.id} onClose={() => setAdding(false)} />
  if (edited) return <EditTemplate template={edited} onClose={() => setEdited(null)} />
  if (fallback)
    return <EditFallback connectionId={connection.id} fallback={fallback} onClose={() => setFallback(null)} />
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="md"
      fullScreen={phone}
      aria-labelledby="templates-title"
    >
      <DialogTitle id="templates-title">{t('templates.title', { name: connection.name })}</DialogTitle>
      <DialogContent>
        {templates ? (
          <>
            <List templates={templates} onEdit={setEdited} onDelete={setDeleted} />
            <Fallbacks connectionId={connection.id} templates={templates} onEdit={setFallback} />
          </>
        ) : null}
        {error && !templates ? (
          <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
        ) : null}
        {!templates && !error ? <Skeleton variant="rounded" height={160} /> : null}
      </DialogContent>
      <DialogActions>
        <SyncButton connectionId={connection.id} />
        <Button startIcon={<PlusIcon />} onClick={() => setAdding(true)}>
          {t('templates.add')}
        </Button>
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
      {deleted ? <DeleteTemplate template={deleted} onClose={() => setDeleted(null)} /> : null}
    </Dialog>
  )
}

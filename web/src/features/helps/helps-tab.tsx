import { helpBody, type HelpView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCreateHelpMutation,
  useDeleteHelpMutation,
  useListAllHelpsQuery,
  useUpdateHelpMutation,
  type HelpForm,
} from '../../data/helps.api'
import { readApiError } from '../../lib/api-error'
import { leave } from '../../lib/leaving'
import { toast } from '../../lib/toast'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { FormText } from '../../ui/form-fields'
import { IconAction } from '../../ui/icon-action'
import { EditIcon } from '../../ui/icons'
import { RecordForm } from '../../ui/record-form'
import { RowSkeletons } from '../../ui/row-skeletons'
import { useFormDialog } from '../../ui/use-form-dialog'
import '../../ui/list-table.css'

interface HelpFormProps {
  /** null: a new one. */
  help: HelpView | null
  onDone: () => void
}

interface HelpValues {
  title: string
  video: string
  description: string
}

const emptyHelp: HelpValues = { title: '', video: '', description: '' }

const toBody = ({ title, video, description }: HelpValues): HelpForm => ({
  title: title.trim(),
  video: video.trim(),
  description: description.trim(),
})

const useHelpForm = ({ help, onDone }: HelpFormProps) => {
  const { t } = useTranslation('helps')
  const [create] = useCreateHelpMutation()
  const [update] = useUpdateHelpMutation()
  return useFormDialog<HelpValues>({
    initialValues: help ? { title: help.title, video: help.video, description: help.description } : emptyHelp,
    schema: helpBody,
    toBody,
    save: (values) => {
      const body = toBody(values)
      return help ? update({ id: help.id, body }).unwrap() : create(body).unwrap()
    },
    onSaved: () => {
      toast.success(t('saved'))
      onDone()
    },
    onError: (error) => {
      if (readApiError(error).kind === 'network') return false
      toast.error(t('refused'))
      return true
    },
  })
}

const DeleteHelp = ({
  help,
  onClose,
  onDeleted,
}: {
  help: HelpView
  onClose: () => void
  onDeleted: () => void
}) => {
  const { t } = useTranslation('helps')
  const [remove] = useDeleteHelpMutation()
  return (
    <DeleteDialog
      title={t('confirm.title', { name: help.title })}
      text={t('confirm.text')}
      doneText={t('saved')}
      remove={() => remove(help.id)}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}

const HelpRecord = ({ help, onDone }: HelpFormProps) => {
  const { t } = useTranslation('helps')
  const form = useHelpForm({ help, onDone })
  const [isDeleting, setDeleting] = useState(false)
  const clear = () => {
    form.resetForm()
    onDone()
  }
  return (
    <RecordForm
      title={help ? t('edit', { name: help.title }) : t('new')}
      form={form}
      onClear={clear}
      {...(help && { onDelete: () => setDeleting(true) })}
    >
      <div className="record-form__fields">
        <FormText name="title" label={t('fields.title')} required autoComplete="off" />
        <FormText
          name="video"
          label={t('fields.video')}
          hint={t('hints.video')}
          required
          autoComplete="off"
        />
        <FormText name="description" label={t('fields.description')} multiline maxRows={4} />
      </div>
      {help && isDeleting ? (
        <DeleteHelp help={help} onClose={() => setDeleting(false)} onDeleted={onDone} />
      ) : null}
    </RecordForm>
  )
}

const HelpTable = ({ helps, onChoose }: { helps: HelpView[]; onChoose: (help: HelpView) => void }) => {
  const { t } = useTranslation('helps')
  const { t: common } = useTranslation()
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('fields.title')}</TableCell>
            <TableCell>{t('fields.video')}</TableCell>
            <TableCell>{t('fields.description')}</TableCell>
            <TableCell align="right">{t('actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {helps.map((help) => (
            <TableRow key={help.id} hover>
              <TableCell component="th" scope="row">
                {help.title}
              </TableCell>
              <TableCell>{help.video}</TableCell>
              <TableCell>{help.description}</TableCell>
              <TableCell align="right">
                <IconAction label={`${common('actions.edit')}: ${help.title}`} onClick={() => onChoose(help)}>
                  <EditIcon />
                </IconAction>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

const Helps = ({ onChoose }: { onChoose: (help: HelpView) => void }) => {
  const { t } = useTranslation('helps')
  const { data: helps, error, refetch } = useListAllHelpsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (helps)
    return helps.length > 0 ? (
      <HelpTable helps={helps} onChoose={onChoose} />
    ) : (
      <EmptyState title={t('empty')} />
    )
  return error ? (
    <ErrorState text={t('listFailed')} onRetry={() => void refetch()} />
  ) : (
    <RowSkeletons height={44} />
  )
}

/** The help videos that every company sees, for super users. */
export const HelpsTab = () => {
  const [chosen, setChosen] = useState<HelpView | null>(null)
  return (
    <div className="record-tab">
      <HelpRecord key={chosen?.id ?? 'new'} help={chosen} onDone={() => setChosen(null)} />
      <Helps onChoose={(one) => leave(() => setChosen(one))} />
    </div>
  )
}

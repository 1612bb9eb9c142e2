import type { CampaignView } from '@balcao/contracts'
import { campaignBody } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useField, useFormikContext } from 'formik'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import {
  useCreateCampaignMutation,
  useDeleteCampaignMediaMutation,
  useGetCampaignQuery,
  useUpdateCampaignMutation,
  useUploadCampaignMediaMutation,
  type CampaignBody,
} from '../../data/campaigns.api'
import { useListConnectionsQuery } from '../../data/connections.api'
import { useListAllContactListsQuery } from '../../data/contact-lists.api'
import { useListAllTagsQuery } from '../../data/tags.api'
import { showError } from '../../lib/error-toast'
import { setFieldErrors } from '../../lib/field-errors'
import { findOnly } from '../../lib/find-only'
import { readServerTime } from '../../lib/server-clock'
import { toast } from '../../lib/toast'
import { FormDate } from '../../ui/date-field'
import { FileField } from '../../ui/file-field'
import { FormDialog } from '../../ui/form-dialog'
import { FormSwitch, FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import {
  emptyCampaign,
  findEditable,
  findFaults,
  toCampaignBody,
  toMessagesBody,
  type Editable,
  toCampaignValues,
  type CampaignValues,
  type Verb,
} from './campaign.form'
import { findPlannedFile, TemplateField } from '../templates'
import { FileListField } from './file-list-field'
import { MessageTabs, useExample } from './message-tabs'
import { ReviewDialog } from './review-dialog'
import { useTemplateFacts } from './use-template-facts'

export interface CampaignDialogProps {
  /** Undefined for a new campaign. */
  campaign: CampaignView | undefined
  onClose: () => void
}

interface Choice {
  id: number
  name: string
}

/* A list of the company's own to choose from, or none of them. */
const ChoiceField = ({
  name,
  label,
  hint,
  choices = [],
  disabled,
  onChosen,
}: {
  name: string
  label: string
  hint?: ReactNode
  choices: Choice[] | undefined
  disabled: boolean
  /** After another one was chosen. */
  onChosen?: () => void
}) => {
  const { t } = useTranslation('campaigns')
  const [input] = useField<number | ''>(name)
  return (
    <FormText
      name={name}
      label={label}
      hint={hint}
      select
      disabled={disabled}
      onChange={(event) => {
        input.onChange(event)
        onChosen?.()
      }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('fields.none')}</MenuItem>
      {choices.map(({ id, name: text }) => (
        <MenuItem key={id} value={id}>
          {text}
        </MenuItem>
      ))}
    </FormText>
  )
}

const Plan = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation('campaigns')
  const { data: lists } = useListAllContactListsQuery()
  const { data: tags } = useListAllTagsQuery()
  const { data: connections } = useListConnectionsQuery()
  const { values, setFieldValue } = useFormikContext<CampaignValues>()
  return (
    <>
      {values.template ? null : (
        <FormSwitch
          name="confirmation"
          label={t('fields.confirmation')}
          hint={t('hints.confirmation')}
          disabled={disabled}
        />
      )}
      {values.confirmation ? (
        <FormSwitch
          name="openTicket"
          label={t('fields.openTicket')}
          hint={t('hints.openTicket')}
          disabled={disabled}
        />
      ) : null}
      <ChoiceField
        name="contactListId"
        label={t('fields.contactListId')}
        hint={
          lists?.length === 0 ? (
            <>
              {t('hints.noLists')} <Link to="/contact-lists">{t('hints.newList')}</Link>
            </>
          ) : undefined
        }
        choices={lists}
        disabled={disabled}
      />
      <ChoiceField name="tagListId" label={t('fields.tagListId')} choices={tags} disabled={disabled} />
      <ChoiceField
        name="whatsappId"
        label={t('fields.whatsappId')}
        choices={connections}
        disabled={disabled}
        // Each connection has templates of its own.
        onChosen={() => void setFieldValue('template', null)}
      />
      <FormDate
        name="scheduledAt"
        kind="dateTime"
        label={t('fields.scheduledAt')}
        hint={t('hints.scheduledAt')}
        disabled={disabled}
      />
    </>
  )
}

/* Messages, or the template in their place. */
const Contents = ({ editable }: { editable: Editable }) => {
  const { t } = useTranslation('campaigns')
  const facts = useTemplateFacts()
  const fillIn = useExample()
  const { values } = useFormikContext<CampaignValues>()
  const { data: connections } = useListConnectionsQuery()
  const connection = connections?.find(({ id }) => id === values.whatsappId)
  return (
    <>
      {connection?.capabilities.hasTemplates || values.template ? (
        <TemplateField
          connectionId={values.whatsappId}
          facts={facts}
          fillIn={fillIn}
          hint={t('hints.template')}
          resets={{ confirmation: false, fileListId: '' }}
          disabled={editable !== 'all'}
        />
      ) : null}
      {values.template ? null : (
        <>
          <MessageTabs disabled={editable === 'nothing'} />
          <FileListField disabled={editable !== 'all'} />
        </>
      )}
    </>
  )
}

const Attachment = ({ campaign }: { campaign: CampaignView }) => {
  const { data = campaign } = useGetCampaignQuery(campaign.id)
  const [upload, uploading] = useUploadCampaignMediaMutation()
  const [remove, removing] = useDeleteCampaignMediaMutation()
  const { mediaName, mediaPath } = data
  const { values } = useFormikContext<CampaignValues>()
  // That of a header is the template's own field, and leaves with it; another one that it has can be taken off.
  if (campaign.template?.fileFormat || values.template?.fileFormat) return null
  if (values.template && !mediaName) return null
  return (
    <FileField
      subject={campaign.name}
      file={mediaPath && mediaName ? { name: mediaName, url: mediaPath } : null}
      busy={uploading.isLoading || removing.isLoading}
      upload={(file) => upload({ id: campaign.id, file })}
      remove={() => remove(campaign.id)}
    />
  )
}

/* What is on its way to be sent, once it is complete. */
interface Reviewed {
  verb: 'schedule' | 'now'
  body: CampaignBody
  file: File | null
  /** Of the file in the template's header; '' without one. */
  fileName: string
}

const toReviewed = (values: CampaignValues, verb: Reviewed['verb']): Reviewed => ({
  verb,
  file: findPlannedFile(values),
  fileName: findPlannedFile(values)?.name ?? values.storedFile,
  body:
    verb === 'now' ? { ...toCampaignBody(values), scheduledAt: null, sendNow: true } : toCampaignBody(values),
})

const useSave = (campaign: CampaignView | undefined) => {
  const [create] = useCreateCampaignMutation()
  const [update] = useUpdateCampaignMutation()
  return (body: Partial<CampaignBody>, file: File | null) =>
    campaign
      ? update({ id: campaign.id, body, file }).unwrap()
      : create({ body: { ...toCampaignBody(emptyCampaign), ...body }, file }).unwrap()
}

/* What a new campaign begins with: the company's only connection, known at once or before anything is typed. */
const useFreshValues = () => {
  const { data: connections = [] } = useListConnectionsQuery()
  const onlyId = findOnly(connections)?.id
  const [fresh, setFresh] = useState<CampaignValues>({ ...emptyCampaign, whatsappId: onlyId ?? '' })
  const fill = useCallback(() => {
    if (onlyId !== undefined) setFresh((known) => ({ ...known, whatsappId: onlyId }))
  }, [onlyId])
  return { fresh, fill }
}

/* A draft is saved by its submit; what would be sent is reviewed first. */
const useCampaignForm = ({ campaign, editable, onClose }: CampaignDialogProps & { editable: Editable }) => {
  const { t } = useTranslation('campaigns')
  const save = useSave(campaign)
  const { fresh, fill } = useFreshValues()
  const isNow = useRef(false)
  const [reviewed, setReviewed] = useState<Reviewed>()
  const chooseVerb = ({ scheduledAt }: CampaignValues): Verb => {
    if (editable !== 'all') return 'save'
    if (isNow.current) return 'now'
    return scheduledAt === '' ? 'save' : 'schedule'
  }
  const handleSaved = () => {
    toast.success(t('saved'))
    onClose()
  }
  const awaitsReview = useRef(false)
  const form = useFormDialog<CampaignValues>({
    initialValues: campaign ? toCampaignValues(campaign) : fresh,
    schema: campaignBody,
    toBody: toCampaignBody,
    check: (values) =>
      Object.fromEntries(
        Object.entries(findFaults(values, chooseVerb(values), readServerTime())).map(([field, fault]) => [
          field,
          t(`faults.${fault}`),
        ]),
      ),
    save: async (values) => {
      const verb = chooseVerb(values)
      awaitsReview.current = verb !== 'save'
      if (verb === 'save')
        await save(
          editable === 'messages' ? toMessagesBody(values) : toCampaignBody(values),
          findPlannedFile(values),
        )
      else setReviewed(toReviewed(values, verb))
    },
    onSaved: () => {
      if (!awaitsReview.current) handleSaved()
    },
  })
  useEffect(() => {
    if (!form.dirty) fill()
  }, [form.dirty, fill])
  const handleConfirm = async ({ body, file }: Reviewed) => {
    try {
      await save(body, file)
      handleSaved()
    } catch (error) {
      setFieldErrors(error, form.values, form)
      showError(error)
      setReviewed(undefined)
    }
  }
  const handleSendNow = () => {
    isNow.current = true
    void form.submitForm().finally(() => {
      isNow.current = false
    })
  }
  return { form, reviewed, verb: chooseVerb(form.values), handleConfirm, handleSendNow, setReviewed }
}

const titles = { all: 'modal.edit', messages: 'modal.edit', nothing: 'modal.view' } as const

/** Dialog for a campaign: everything may be changed, its messages only, or nothing. */
export const CampaignDialog = ({ campaign, onClose }: CampaignDialogProps) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  // The form keeps its first values: progress of the campaign does not overwrite what is typed.
  const [opened] = useState(campaign)
  const [editable] = useState(() => (opened ? findEditable(opened, readServerTime()) : 'all'))
  const { form, reviewed, verb, handleConfirm, handleSendNow, setReviewed } = useCampaignForm({
    campaign: opened,
    editable,
    onClose,
  })
  const isReadOnly = editable === 'nothing'
  const draftLabel = editable === 'all' ? t('actions.saveDraft') : common('actions.save')
  const submitLabel = verb === 'schedule' ? t('actions.schedule') : draftLabel
  return (
    <FormDialog
      open
      maxWidth="md"
      title={t(opened ? titles[editable] : 'modal.add')}
      submitLabel={submitLabel}
      footer={
        editable === 'all' ? (
          <Button variant="outlined" disabled={form.isSubmitting} onClick={handleSendNow}>
            {t('actions.sendNow')}
          </Button>
        ) : null
      }
      readOnly={isReadOnly}
      form={form}
      onClose={onClose}
    >
      {editable === 'all' ? null : <Alert severity="info">{t(`editable.${editable}`)}</Alert>}
      <FormText
        name="name"
        label={t('fields.name')}
        required
        autoFocus
        autoComplete="off"
        disabled={editable !== 'all'}
      />
      <Plan disabled={editable !== 'all'} />
      <Contents editable={editable} />
      {opened && !isReadOnly ? <Attachment campaign={opened} /> : null}
      {opened || form.values.template ? null : <small className="campaign-hint">{t('hints.media')}</small>}
      {reviewed ? (
        <ReviewDialog
          verb={reviewed.verb}
          body={reviewed.body}
          fileName={reviewed.fileName}
          onConfirm={() => handleConfirm(reviewed)}
          onBack={() => setReviewed(undefined)}
        />
      ) : null}
    </FormDialog>
  )
}

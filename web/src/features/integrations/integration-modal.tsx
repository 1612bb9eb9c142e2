import {
  integrationTypes,
  queueIntegrationBody,
  SECRET_MASK,
  type CreatedQueueIntegration,
  type QueueIntegrationView,
} from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCreateIntegrationMutation,
  useTestIntegrationMutation,
  useUpdateIntegrationMutation,
} from '../../data/queue-integrations.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import { IntegrationFields } from './integration-fields'
import {
  emptyIntegration,
  isKeyFile,
  toIntegrationBody,
  toIntegrationValues,
  type IntegrationValues,
} from './integration.form'

export interface IntegrationModalProps {
  /** undefined for a new integration. */
  integration: QueueIntegrationView | undefined
  onClose: () => void
  /** A signing secret was made, which is told once. */
  onSecret: (secret: string) => void
}

const useIntegrationForm = ({ integration, onClose, onSecret }: IntegrationModalProps) => {
  const { t } = useTranslation('integrations')
  const [create] = useCreateIntegrationMutation()
  const [update] = useUpdateIntegrationMutation()
  // What was open, not what events bring: they do not overwrite what is typed.
  const [initialValues] = useState(() => (integration ? toIntegrationValues(integration) : emptyIntegration))
  const [saved] = useState<{ answer?: CreatedQueueIntegration }>({})
  return useFormDialog<IntegrationValues>({
    initialValues,
    schema: queueIntegrationBody,
    toBody: toIntegrationBody,
    check: ({ jsonContent }) =>
      isKeyFile(jsonContent, SECRET_MASK) ? {} : { jsonContent: t('errors.jsonContent') },
    save: async (values) => {
      const body = toIntegrationBody(values)
      saved.answer = integration
        ? await update({ id: integration.id, body }).unwrap()
        : await create(body).unwrap()
    },
    onSaved: () => {
      toast.success(t(integration ? 'edited' : 'added'))
      onClose()
      if (saved.answer?.signingSecret !== undefined) onSecret(saved.answer.signingSecret)
    },
  })
}

const TestButton = ({ id, values }: { id: number | undefined; values: IntegrationValues }) => {
  const { t } = useTranslation('integrations')
  const [test, { isLoading, data }] = useTestIntegrationMutation()
  const { projectName, jsonContent, language } = values
  const handleClick = async () => {
    const body = { projectName, jsonContent, language }
    const result = await test(id === undefined ? body : { ...body, integrationId: id })
    if (result.error) showError(result.error)
    else toast.success(t('tested'))
  }
  return (
    <div>
      <Button
        variant="outlined"
        loading={isLoading}
        disabled={projectName.trim().length < 2 || jsonContent === ''}
        onClick={() => void handleClick()}
      >
        {t('test')}
      </Button>
      <div role="status">
        {data?.messages.map((message, index) => (
          <p key={index}>{message}</p>
        ))}
      </div>
    </div>
  )
}

export const IntegrationModal = (props: IntegrationModalProps) => {
  const { integration, onClose } = props
  const { t } = useTranslation('integrations')
  const { t: common } = useTranslation()
  const form = useIntegrationForm(props)
  return (
    <FormDialog
      open
      title={t(integration ? 'modal.edit' : 'modal.add')}
      submitLabel={common(integration ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={onClose}
    >
      <FormText name="type" label={t('fields.type')} select>
        {integrationTypes.map((type) => (
          <MenuItem key={type} value={type}>
            {t(`type.${type}`)}
          </MenuItem>
        ))}
      </FormText>
      <FormText name="name" label={t('fields.name')} required autoFocus autoComplete="off" />
      <IntegrationFields type={form.values.type} />
      {form.values.type === 'dialogflow' ? <TestButton id={integration?.id} values={form.values} /> : null}
    </FormDialog>
  )
}

import type {
  RetentionCounts,
  RetentionKind,
  RetentionMonths,
  RetentionPreview,
  RetentionView,
} from '@balcao/contracts'
import { hasErased, LEAST_RETENTION_MONTHS, MOST_RETENTION_MONTHS, retentionKinds } from '@balcao/contracts'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useLazyPreviewRetentionQuery, useSaveRetentionMutation } from '../../data/retention.api'
import { currentLanguage } from '../../i18n/i18n'
import { showError } from '../../lib/error-toast'
import { formatNumber } from '../../lib/format-number'
import { formatStorage } from '../../lib/format-storage'
import { toast } from '../../lib/toast'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import {
  findRetentionFaults,
  isShorter,
  toRetentionMonths,
  toRetentionValues,
  type RetentionValues,
} from './retention-values'

interface Asked {
  months: RetentionMonths
  preview: RetentionPreview
}

/** What was or would be erased, in words. */
export const useErasedWords = () => {
  const { t } = useTranslation('settings')
  const language = currentLanguage()
  // Zero is a plural in each of our languages, which Portuguese's rules do not say.
  const amount = (what: 'tickets' | 'messages' | 'files', value: number) =>
    t(`retention.amounts.${what}`, { count: value === 1 ? 1 : 2, value: formatNumber(value, language) })
  return (kind: RetentionKind, { tickets, messages, files, sizeBytes }: RetentionCounts) =>
    t(`retention.counts.${kind}`, {
      tickets: amount('tickets', tickets),
      messages: amount('messages', messages),
      files: amount('files', files),
      size: formatStorage(sizeBytes, language),
    })
}

/* Asked before less is kept; the button that erases has not the focus. */
const EraseDialog = ({
  asked: { preview },
  isSaving,
  onConfirm,
  onCancel,
}: {
  asked: Asked
  isSaving: boolean
  onConfirm: () => void
  onCancel: () => void
}) => {
  const { t } = useTranslation('settings')
  const words = useErasedWords()
  const lines = retentionKinds.filter((kind) => hasErased(preview[kind]))
  const isExact = retentionKinds.every((kind) => preview[kind].isExact)
  const text =
    lines.length === 0
      ? t('retention.confirm.nothing')
      : [
          t('retention.confirm.now'),
          ...lines.map((kind) => words(kind, preview[kind])),
          ...(isExact ? [] : [t('retention.confirm.more')]),
          t('retention.confirm.final'),
        ].join(' ')
  return (
    <ConfirmDialog
      open
      destructive
      title={t('retention.confirm.title')}
      text={text}
      confirmLabel={t('retention.confirm.erase')}
      busy={isSaving}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}

const Months = ({ name, label, hint }: { name: keyof RetentionValues; label: string; hint: string }) => {
  const { t } = useTranslation('settings')
  return (
    <FormText
      name={name}
      label={label}
      hint={hint}
      placeholder={t('retention.forever')}
      inputMode="numeric"
      slotProps={{
        htmlInput: { maxLength: 3 },
        inputLabel: { shrink: true },
        input: { endAdornment: <InputAdornment position="end">{t('retention.months')}</InputAdornment> },
      }}
    />
  )
}

/** After how many months messages and files of closed tickets and messages of internal chats are erased. Less than before is confirmed, with what goes at once. */
export const RetentionDialog = ({
  retention,
  onClose,
}: {
  retention: RetentionView
  onClose: () => void
}) => {
  const { t } = useTranslation('settings')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [ask] = useLazyPreviewRetentionQuery()
  const [save, { isLoading: isSaving }] = useSaveRetentionMutation()
  const store = async (months: RetentionMonths) => {
    await save(months).unwrap()
    toast.success(t('saved'))
    onClose()
  }
  const form = useFormDialog<RetentionValues>({
    initialValues: toRetentionValues(retention),
    check: (values) => {
      const bounds = { least: LEAST_RETENTION_MONTHS, most: MOST_RETENTION_MONTHS }
      const faults = Object.entries(findRetentionFaults(values))
      return Object.fromEntries(
        faults.map(([field, fault]) => [field, t(`retention.wrong.${fault}`, bounds)]),
      )
    },
    save: async (values) => {
      const months = toRetentionMonths(values)
      if (!isShorter(retention, months)) return store(months)
      setAsked({ months, preview: await ask(months).unwrap() })
    },
    onSaved: () => undefined,
  })
  return (
    <>
      <FormDialog open title={t('retention.title')} form={form} onClose={onClose}>
        <p className="retention__text">{t('retention.text')}</p>
        <Months name="messagesMonths" label={t('retention.messages')} hint={t('retention.messagesHint')} />
        <Months name="mediaMonths" label={t('retention.media')} hint={t('retention.mediaHint')} />
        <Months name="chatsMonths" label={t('retention.chats')} hint={t('retention.chatsHint')} />
      </FormDialog>
      {asked ? (
        <EraseDialog
          asked={asked}
          isSaving={isSaving}
          onConfirm={() => void store(asked.months).catch(showError)}
          onCancel={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

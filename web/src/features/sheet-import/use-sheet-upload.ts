import type { SheetPreviewView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePreviewSheetMutation } from '../../data/contact-imports.api'
import type { MappedSheet } from '../../data/file-form'
import { translateError } from '../../lib/error-toast'
import { isOverUploadLimit, translateTooLarge } from '../../lib/upload-limit'
import { hasFormat, listFormats, type SheetFormat } from './sheet-formats'

type UploadStep =
  | { kind: 'idle'; error?: string }
  | { kind: 'reading' }
  | { kind: 'mapping'; file: File; preview: SheetPreviewView }
  | { kind: 'started'; importId: number }

type Started = { data?: { id: number }; error?: unknown }

/**
 * From a chosen spreadsheet, whose columns are mapped first, to its started import.
 * @param send a mutation: answers an error instead of throwing.
 */
export const useSheetUpload = (
  formats: readonly SheetFormat[],
  send: (sheet: MappedSheet) => Promise<Started>,
) => {
  const { t, i18n } = useTranslation('contacts')
  const { t: common } = useTranslation()
  const [previewSheet] = usePreviewSheetMutation()
  const [step, setStep] = useState<UploadStep>({ kind: 'idle' })
  const describe = (error: unknown) => {
    const text = translateError(error)
    return text === common('backendErrors.ERR_VALIDATION') ? t('import.unreadable') : text
  }
  const findFault = (file: File): string | undefined => {
    if (!hasFormat(file.name, formats))
      return t('import.wrongFormat', { formats: listFormats(formats, i18n.language) })
    return isOverUploadLimit(file) ? translateTooLarge() : undefined
  }
  const take = async (file: File) => {
    const fault = findFault(file)
    if (fault !== undefined) return setStep({ kind: 'idle', error: fault })
    setStep({ kind: 'reading' })
    const { data, error } = await previewSheet(file)
    setStep(data ? { kind: 'mapping', file, preview: data } : { kind: 'idle', error: describe(error) })
  }
  const start = async (sheet: MappedSheet) => {
    setStep({ kind: 'reading' })
    const { data, error } = await send(sheet)
    setStep(data ? { kind: 'started', importId: data.id } : { kind: 'idle', error: describe(error) })
  }
  const restart = () => setStep({ kind: 'idle' })
  return { step, take, start, restart }
}

export type SheetUpload = ReturnType<typeof useSheetUpload>

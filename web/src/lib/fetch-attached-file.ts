import type { MediaView } from '@balcao/contracts'
import i18next from 'i18next'

import { toast } from './toast'

/** The file behind a signed link, as if it was picked here; undefined, with an error shown, when it cannot be had. */
export async function fetchAttachedFile({ url, name, mimeType }: MediaView): Promise<File | undefined> {
  try {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return new File([await answer.blob()], name, { type: mimeType })
  } catch {
    toast.error(i18next.t('common:errors.network'))
    return undefined
  }
}

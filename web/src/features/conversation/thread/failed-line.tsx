import { isErrorCode, isWorthRepeating } from '@balcao/contracts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

import { translateTooLarge } from '../../../lib/upload-limit'
import type { BubbleActions } from './bubble-row'
import type { Bubble } from './thread-rows'

const translateFailure = (code: string, common: TFunction): string => {
  if (code === '') return common('errors.network')
  if (code === 'ERR_MEDIA_TOO_LARGE') return translateTooLarge()
  return isErrorCode(code) ? common(`backendErrors.${code}`) : code
}

/** Why a message was not sent, with retry, where that is worth a try, and discard. */
export const FailedLine = ({ bubble, actions }: { bubble: Bubble; actions: BubbleActions }) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const code = bubble.outgoing?.failure ?? bubble.message.failure ?? ''
  return (
    <div className="failed-line" role="status">
      <span>{t('thread.notSent', { reason: translateFailure(code, common) })}</span>
      {isWorthRepeating(code) ? (
        <button type="button" onClick={() => actions.retry(bubble)}>
          {common('actions.retry')}
        </button>
      ) : null}
      {bubble.outgoing ? (
        <button type="button" onClick={() => actions.discard(bubble)}>
          {common('actions.delete')}
        </button>
      ) : null}
    </div>
  )
}

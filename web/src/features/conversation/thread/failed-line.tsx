import { isErrorCode } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { BubbleActions } from './bubble-row'
import type { Bubble } from './thread-rows'

/** Why a message was not sent, with retry and discard. */
export const FailedLine = ({ bubble, actions }: { bubble: Bubble; actions: BubbleActions }) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const code = bubble.outgoing?.failure ?? bubble.message.failure ?? ''
  const reason =
    code === '' ? common('errors.network') : isErrorCode(code) ? common(`backendErrors.${code}`) : code
  return (
    <div className="failed-line" role="status">
      <span>{t('thread.notSent', { reason })}</span>
      <button type="button" onClick={() => actions.retry(bubble)}>
        {common('actions.retry')}
      </button>
      {bubble.outgoing ? (
        <button type="button" onClick={() => actions.discard(bubble)}>
          {common('actions.delete')}
        </button>
      ) : null}
    </div>
  )
}

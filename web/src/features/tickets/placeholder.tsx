import { useTranslation } from 'react-i18next'

import { BrandMark } from '../../ui/brand-mark'
import { FirstSteps } from '../first-steps'

const hints = [
  ['/', 'focusSearch'],
  ['N', 'newTicket'],
  ['Alt ↓', 'next'],
  ['?', 'shortcuts'],
] as const

/** No ticket is open. */
export const Placeholder = () => {
  const { t } = useTranslation('tickets')
  return (
    <div className="placeholder">
      <BrandMark size={56} />
      <p>{t('manager.choose')}</p>
      <FirstSteps />
      <dl>
        {hints.map(([keys, word]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(`manager.${word}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

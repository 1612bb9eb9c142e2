import type { CampaignReportView } from '@balcao/contracts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { computeShare } from './share'
import './campaigns.css'

const outcomes = ['delivered', 'received', 'read', 'failed', 'refused'] as const

/** What became of the messages: a bar each, with its number. */
export const OutcomeBars = ({ report }: { report: CampaignReportView }) => {
  const { t } = useTranslation('campaigns')
  const id = useId()
  return (
    <section className="outcome-bars" aria-labelledby={id}>
      <h2 id={id}>{t('report.outcomes')}</h2>
      <dl>
        {outcomes.map((outcome) => (
          <div key={outcome} className="outcome-bars__row">
            <dt>{t(`report.${outcome}`)}</dt>
            <dd>
              <span className="outcome-bars__track" aria-hidden="true">
                <span
                  className={`outcome-bars__bar outcome-bars__bar--${outcome}`}
                  style={{ width: `${computeShare(report[outcome], report.valid)}%` }}
                />
              </span>
              <span className="outcome-bars__value">{report[outcome]}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

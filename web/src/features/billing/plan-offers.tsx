import type { OffersView, PlanLimit, PlanOfferView, PlanView } from '@balcao/contracts'
import { planLimits, recurrences } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useField, useFormikContext } from 'formik'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { formatReais } from '../../lib/format-money'
import { formatMegabytes } from '../../lib/format-storage'
import { FormText } from '../../ui/form-fields'
import { findOffer, type CheckoutValues } from './checkout.form'
import './billing.css'

interface LimitsProps {
  plan: PlanView
  /** What of it the company has; with what it has too much of. */
  usage?: OffersView['usage']
  exceeded?: readonly PlanLimit[]
}

export const Limits = ({ plan, usage, exceeded = [] }: LimitsProps) => {
  const { t, i18n } = useTranslation('billing')
  const isMedia = (limit: PlanLimit) => limit === 'mediaMegabytes'
  const format = (limit: PlanLimit, count: number) =>
    isMedia(limit) ? formatMegabytes(count, i18n.language) : String(count)
  return (
    <dl className="checkout__lines">
      {planLimits
        .filter((limit) => !isMedia(limit) || plan[limit] > 0)
        .map((limit) => (
          <div key={limit} className={exceeded.includes(limit) ? 'offer__exceeded' : undefined}>
            <dt>{t(`plans.fields.${limit === 'mediaMegabytes' ? 'media' : limit}`)}</dt>
            <dd>
              {format(limit, plan[limit])}
              {usage && exceeded.includes(limit) ? (
                <span className="offer__usage">
                  {t('checkout.inUse', { used: format(limit, usage[limit]) })}
                </span>
              ) : null}
            </dd>
          </div>
        ))}
    </dl>
  )
}

interface OfferCardProps {
  offer: PlanOfferView
  usage: OffersView['usage']
}

/* A plan that is too small says by what, and cannot be chosen. */
const OfferCard = ({ offer, usage }: OfferCardProps) => {
  const { t } = useTranslation('billing')
  const id = useId()
  const [input, , field] = useField<number>('planId')
  const { plan, exceeded, isPresent } = offer
  const isChosen = input.value === plan.id
  const isTooSmall = exceeded.length > 0
  const note = isTooSmall ? t('checkout.tooSmall') : isPresent ? t('checkout.current') : undefined
  return (
    <div className={isTooSmall ? 'offer offer--closed' : 'offer'}>
      <label className="offer__label">
        <input
          type="radio"
          name={input.name}
          checked={isChosen}
          disabled={isTooSmall}
          aria-describedby={id}
          onChange={() => void field.setValue(plan.id)}
        />
        <span className="offer__name">{plan.name}</span>
        <span className="offer__price">{t('checkout.perMonth', { price: formatReais(plan.value) })}</span>
      </label>
      <div id={id}>
        {note === undefined ? null : <span className="offer__note">{note}</span>}
        <Limits plan={plan} usage={usage} exceeded={exceeded} />
      </div>
      {isChosen ? (
        <Button type="submit" variant="outlined">
          {t('checkout.select')}
        </Button>
      ) : null}
    </div>
  )
}

/** The plans that the company can choose, and how often it pays. */
export const PlanOffers = ({ offers }: { offers: OffersView }) => {
  const { t } = useTranslation('billing')
  const { values } = useFormikContext<CheckoutValues>()
  const chosen = findOffer(offers, values)
  return (
    <div className="offers">
      <fieldset className="offers__plans">
        <legend>{t('checkout.offers')}</legend>
        {[...offers.offers]
          .sort((one, other) => one.plan.value - other.plan.value)
          .map((offer) => (
            <OfferCard key={offer.plan.id} offer={offer} usage={offers.usage} />
          ))}
      </fieldset>
      <FormText name="recurrence" label={t('checkout.recurrence')} select fullWidth>
        {recurrences.map((name) => (
          <MenuItem key={name} value={name}>
            {t('checkout.priceOf', {
              recurrence: t(`companies.recurrence.${name}`),
              price: formatReais(chosen?.prices[name] ?? 0),
            })}
          </MenuItem>
        ))}
      </FormText>
    </div>
  )
}

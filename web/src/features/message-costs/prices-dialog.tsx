import type { PriceList } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { FieldArray } from 'formik'
import { useTranslation } from 'react-i18next'

import { useReadPriceListQuery, useSavePriceListMutation } from '../../data/message-costs.api'
import { locales, matchLanguage } from '../../i18n/i18n'
import { toast } from '../../lib/toast'
import '../../ui/field-row.css'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { IconAction } from '../../ui/icon-action'
import { PlusIcon, TrashIcon } from '../../ui/icons'
import { useFormDialog } from '../../ui/use-form-dialog'
import {
  findPriceFaults,
  isBudgetWrong,
  toPriceList,
  toPriceValues,
  type PriceValue,
  type PriceValues,
} from './price-values'
import { pricedCategories, useCategoryName } from './use-group-names'

const CURRENCIES = ['BRL', 'USD', 'EUR', 'ARS', 'CLP', 'COP', 'MXN', 'PEN', 'GBP', 'INR']

const PriceRow = ({ row, index, onRemove }: { row: PriceValue; index: number; onRemove: () => void }) => {
  const { t } = useTranslation('messageCosts')
  const nameCategory = useCategoryName()
  const categories: readonly string[] = pricedCategories
  const shown = categories.includes(row.category) ? categories : [...categories, row.category]
  return (
    <div className="field-row prices__row">
      <FormText name={`prices.${index}.category`} label={t('by.category')} select>
        {shown.map((category) => (
          <MenuItem key={category} value={category}>
            {nameCategory(category)}
          </MenuItem>
        ))}
      </FormText>
      <FormText
        name={`prices.${index}.callingCode`}
        label={t('prices.market')}
        placeholder={t('prices.allMarkets')}
        inputMode="tel"
        slotProps={{ htmlInput: { maxLength: 4 } }}
      />
      <FormText name={`prices.${index}.price`} label={t('prices.price')} inputMode="decimal" />
      <IconAction label={t('prices.remove', { index: index + 1 })} onClick={onRemove}>
        <TrashIcon />
      </IconAction>
    </div>
  )
}

const PricesForm = ({ list, onClose }: { list: PriceList; onClose: () => void }) => {
  const { t, i18n } = useTranslation('messageCosts')
  const [save] = useSavePriceListMutation()
  const form = useFormDialog<PriceValues>({
    initialValues: toPriceValues(list, locales[matchLanguage(i18n.language)]),
    check: (values) => {
      const faults = findPriceFaults(values).map(({ index, field, what }): [string, string] => [
        `prices[${index}].${field}`,
        t(`prices.wrong.${what}`),
      ])
      const budget = isBudgetWrong(values) ? { budget: t('budget.wrong') } : {}
      return { ...Object.fromEntries(faults), ...budget }
    },
    save: (values) => save(toPriceList(values)).unwrap(),
    onSaved: () => {
      toast.success(t('prices.saved'))
      onClose()
    },
  })
  const { currency, prices } = form.values
  return (
    <FormDialog open title={t('prices.dialog')} form={form} maxWidth="md" onClose={onClose}>
      <p className="prices__text">{t('prices.text')}</p>
      <FormText name="currency" label={t('prices.currency')} select sx={{ maxWidth: 200 }}>
        {(CURRENCIES.includes(currency) ? CURRENCIES : [...CURRENCIES, currency]).map((one) => (
          <MenuItem key={one} value={one}>
            {one}
          </MenuItem>
        ))}
      </FormText>
      <FormText
        name="budget"
        label={t('budget.field')}
        hint={t('budget.hint')}
        inputMode="decimal"
        slotProps={{ htmlInput: { maxLength: 12 } }}
      />
      <FieldArray name="prices">
        {({ push, remove }) => (
          <fieldset className="prices">
            <legend className="visually-hidden">{t('prices.title')}</legend>
            {prices.map((row, index) => (
              // Formik addresses the rows by their index.
              <PriceRow key={index} row={row} index={index} onRemove={() => remove(index)} />
            ))}
            <div>
              <Button
                size="small"
                startIcon={<PlusIcon />}
                onClick={() => push({ category: 'marketing', callingCode: '', price: '' })}
              >
                {t('prices.add')}
              </Button>
            </div>
          </fieldset>
        )}
      </FieldArray>
    </FormDialog>
  )
}

/** The company's own prices, and its monthly budget. */
export const PricesDialog = ({ onClose }: { onClose: () => void }) => {
  const { data } = useReadPriceListQuery(undefined, { refetchOnMountOrArgChange: true })
  return data ? <PricesForm list={data} onClose={onClose} /> : null
}

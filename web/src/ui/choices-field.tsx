import Checkbox from '@mui/material/Checkbox'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useField } from 'formik'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { FormText } from './form-fields'

export interface Choice {
  value: string | number
  label: string
}

export interface ChoicesFieldProps<C extends Choice> {
  /** A formik field with the values that are chosen. */
  name: string
  label: string
  hint?: string | undefined
  choices: readonly C[]
  /** What the closed field shows; the labels unless given. */
  render?: (chosen: readonly C[]) => ReactNode
}

const joinLabels = (chosen: readonly Choice[]) => chosen.map(({ label }) => label).join(', ')

/* None while the choices are on their way. */
const listGone = (
  choices: readonly Choice[],
  values: readonly Choice['value'][],
  label: (value: Choice['value']) => string,
): Choice[] =>
  choices.length === 0
    ? []
    : values
        .filter((value) => !choices.some((choice) => choice.value === value))
        .map((value) => ({ value, label: label(value) }))

/**
 * Any number of a few choices, bound to formik. A value that is no choice any more (its queue was deleted) is shown as such, so that it
 * can be taken out.
 */
export const ChoicesField = <C extends Choice>({
  name,
  label,
  hint,
  choices,
  render = joinLabels,
}: ChoicesFieldProps<C>) => {
  const { t } = useTranslation()
  const [{ value: values }, { initialValue = values }] = useField<Choice['value'][]>(name)
  const isChosen = ({ value }: Choice) => values.includes(value)
  // Also when it was taken out: a choice that vanishes under the pointer would take the focus along.
  const gone = listGone(choices, [...new Set([...initialValue, ...values])], (value) =>
    t('choices.gone', { value }),
  )
  return (
    <FormText
      name={name}
      label={label}
      hint={hint}
      select
      slotProps={{
        select: {
          multiple: true,
          renderValue: () => (
            <>
              {render(choices.filter(isChosen))}
              {gone.some(isChosen) ? ` ${joinLabels(gone.filter(isChosen))}` : null}
            </>
          ),
        },
      }}
    >
      {[...choices, ...gone].map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          <Checkbox
            size="small"
            checked={isChosen(choice)}
            tabIndex={-1}
            disableRipple
            sx={{ p: 0 }}
            slotProps={{ input: { 'aria-hidden': true } }}
          />
          <ListItemText primary={choice.label} />
        </MenuItem>
      ))}
    </FormText>
  )
}

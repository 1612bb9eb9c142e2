import Checkbox from '@mui/material/Checkbox'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useField } from 'formik'
import type { ReactNode } from 'react'

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

/** Any number of a few choices, bound to formik. */
export const ChoicesField = <C extends Choice>({
  name,
  label,
  hint,
  choices,
  render = joinLabels,
}: ChoicesFieldProps<C>) => {
  const [{ value: values }] = useField<Choice['value'][]>(name)
  const isChosen = ({ value }: C) => values.includes(value)
  return (
    <FormText
      name={name}
      label={label}
      hint={hint}
      select
      slotProps={{ select: { multiple: true, renderValue: () => render(choices.filter(isChosen)) } }}
    >
      {choices.map((choice) => (
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

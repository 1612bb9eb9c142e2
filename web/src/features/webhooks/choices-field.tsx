import Checkbox from '@mui/material/Checkbox'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useField } from 'formik'

import { FormText } from '../../ui/form-fields'

export interface Choice {
  value: string | number
  label: string
}

export interface ChoicesFieldProps {
  /** A formik field with the values that are chosen. */
  name: string
  label: string
  hint: string
  choices: readonly Choice[]
}

/** Any number of a few choices, bound to formik. */
export const ChoicesField = ({ name, label, hint, choices }: ChoicesFieldProps) => {
  const [{ value: chosen }] = useField<Choice['value'][]>(name)
  const labels = choices.filter(({ value }) => chosen.includes(value)).map((choice) => choice.label)
  return (
    <FormText
      name={name}
      label={label}
      hint={hint}
      select
      slotProps={{ select: { multiple: true, renderValue: () => labels.join(', ') } }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          <Checkbox
            size="small"
            checked={chosen.includes(choice.value)}
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

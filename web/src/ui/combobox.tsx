import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'

type Own = 'filterOptions' | 'getOptionKey' | 'isOptionEqualToValue' | 'renderInput' | 'renderOption'

export interface ComboboxProps<T>
  extends
    Omit<AutocompleteProps<T, false, false, false>, Own>,
    Pick<TextFieldProps, 'label' | 'required' | 'placeholder'> {
  /** '' while nothing is wrong. */
  error: string
  getKey: (option: T) => string | number
  /** An option as it is offered. */
  children: (option: T) => ReactNode
}

/** Finds one of the options by what is typed; the server has filtered them. */
export const Combobox = <T,>({
  label,
  required,
  placeholder,
  autoFocus,
  error,
  getKey,
  children,
  ...props
}: ComboboxProps<T>) => (
  <Autocomplete
    {...props}
    filterOptions={(options) => options}
    getOptionKey={getKey}
    isOptionEqualToValue={(option, chosen) => getKey(option) === getKey(chosen)}
    renderOption={({ key, ...item }, option) => (
      <li key={key} {...item}>
        {children(option)}
      </li>
    )}
    renderInput={(field) => (
      <TextField
        {...field}
        autoFocus={autoFocus}
        required={required}
        label={label}
        placeholder={placeholder}
        error={error !== ''}
        helperText={error}
      />
    )}
  />
)

import SearchOutlined from '@mui/icons-material/SearchOutlined'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'

import { IconAction } from './icon-action'
import { CloseIcon } from './icons'
import './search-field.css'

export interface SearchFieldProps {
  value: string
  onChange: (words: string) => void
}

/** The search of a list page. The list follows `useDebounced(value)`. */
export const SearchField = ({ value, onChange }: SearchFieldProps) => {
  const { t } = useTranslation()
  return (
    <TextField
      type="search"
      size="small"
      value={value}
      className="search-field"
      fullWidth={false}
      placeholder={t('actions.search')}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        htmlInput: { 'aria-label': t('actions.search'), maxLength: 200 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchOutlined fontSize="small" />
            </InputAdornment>
          ),
          endAdornment:
            value === '' ? null : (
              <IconAction label={t('actions.clearSearch')} size="small" onClick={() => onChange('')}>
                <CloseIcon />
              </IconAction>
            ),
        },
      }}
    />
  )
}

import InputAdornment from '@mui/material/InputAdornment'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormText, type FormTextProps } from './form-fields'
import { IconAction } from './icon-action'

/** A password bound to formik, a new one unless `autoComplete` says otherwise; it can be looked at. */
export const PasswordField = (props: Omit<FormTextProps, 'type' | 'slotProps'>) => {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <FormText
      autoComplete="new-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      slotProps={{
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconAction
                label={t(isShown ? 'actions.hide' : 'actions.show')}
                aria-pressed={isShown}
                size="small"
                onClick={() => setShown(!isShown)}
              >
                {isShown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
              </IconAction>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

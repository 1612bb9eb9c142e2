import PersonOutlined from '@mui/icons-material/PersonOutlined'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { MAX_TEMPLATE_VALUE, type TemplateVariable } from '@balcao/contracts'
import { useField } from 'formik'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormText } from '../../../ui/form-fields'
import { IconAction } from '../../../ui/icon-action'
import type { ContactFact } from './prefill-template'

export interface VariableFieldProps {
  /** Of the form. */
  field: string
  variable: TemplateVariable
  /** Text of its button. */
  buttonText: string
  facts: readonly ContactFact[]
}

/** A variable of a template, which may take something of the contact. */
export const VariableField = ({ field, variable, buttonText, facts }: VariableFieldProps) => {
  const { t } = useTranslation('tickets')
  const [, , helpers] = useField<string>(field)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { part, name } = variable
  const label = t(`templates.variable.${part}`, { name, button: buttonText })
  return (
    <>
      <FormText
        name={field}
        label={label}
        required
        slotProps={{
          htmlInput: { maxLength: MAX_TEMPLATE_VALUE },
          input: {
            endAdornment: (
              <IconAction
                label={t('templates.fromContact', { label })}
                size="small"
                aria-haspopup="menu"
                aria-expanded={anchor !== null}
                onClick={(event) => setAnchor(event.currentTarget)}
              >
                <PersonOutlined fontSize="small" />
              </IconAction>
            ),
          },
        }}
      />
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {facts.map(({ id, text }) => (
          <MenuItem
            key={id}
            onClick={() => {
              void helpers.setValue(text)
              setAnchor(null)
            }}
          >
            {t(`templates.facts.${id}`, { text })}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

import PersonOutlined from '@mui/icons-material/PersonOutlined'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import {
  listTemplateVariables,
  MAX_TEMPLATE_VALUE,
  type TemplateVariable,
  type TemplateView,
} from '@balcao/contracts'
import { useField } from 'formik'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { ContactFact } from '../lib/prefill-template'
import { templateField } from '../lib/template-values'
import { FormText } from './form-fields'
import { IconAction } from './icon-action'
import './template-facts.css'

interface VariableFieldProps {
  /** Of the form. */
  field: string
  variable: TemplateVariable
  /** Text of its button. */
  buttonText: string
  facts: readonly ContactFact[]
  disabled: boolean
}

/** A variable of a template, which may take something of the contact. */
const VariableField = ({ field, variable, buttonText, facts, disabled }: VariableFieldProps) => {
  const { t } = useTranslation()
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
        disabled={disabled}
        slotProps={{
          htmlInput: { maxLength: MAX_TEMPLATE_VALUE },
          input: {
            endAdornment: (
              <IconAction
                label={t('templates.fromContact', { label })}
                size="small"
                disabled={disabled}
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
            key={`${id} ${text}`}
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

export interface TemplateVariablesProps {
  template: TemplateView
  facts: readonly ContactFact[]
  disabled?: boolean
}

/** A field of the form for each variable of a template, and what Meta takes for it. */
export const TemplateVariables = ({ template, facts, disabled = false }: TemplateVariablesProps) => {
  const { t } = useTranslation()
  return (
    <>
      {listTemplateVariables(template).map((variable, index) => (
        <VariableField
          key={`${template.id} ${index}`}
          field={templateField(index)}
          variable={variable}
          buttonText={template.buttons[variable.index]?.text ?? ''}
          facts={facts}
          disabled={disabled}
        />
      ))}
      <p className="template-facts">{t(`templates.price.${template.category}`)}</p>
    </>
  )
}

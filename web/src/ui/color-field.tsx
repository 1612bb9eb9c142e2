import Popover from '@mui/material/Popover'
import { useField } from 'formik'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormText } from './form-fields'
import { normalizeColor, palette } from './palette'
import './color-field.css'

export interface ColorFieldProps {
  name: string
  label: string
  /** Colours that are taken. */
  used: readonly string[]
}

interface SwatchesProps {
  label: string
  chosen: string
  used: readonly string[]
  onChoose: (color: string) => void
}

/* Radio buttons of the browser: one stop for Tab, arrows move. */
const Swatches = ({ label, chosen, used, onChoose }: SwatchesProps) => (
  <fieldset className="swatches" aria-label={label}>
    {palette.map((color) => (
      <label key={color} className="swatches__one" style={{ background: color }}>
        <input
          type="radio"
          name="palette"
          value={color}
          aria-label={color}
          checked={normalizeColor(chosen) === color}
          disabled={used.includes(color)}
          onChange={() => onChoose(color)}
        />
      </label>
    ))}
  </fieldset>
)

/** A colour bound to formik: typed as hex, or chosen from fifty. */
export const ColorField = ({ name, label, used }: ColorFieldProps) => {
  const { t } = useTranslation()
  const [{ value }, , helpers] = useField<string>(name)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <FormText
        name={name}
        label={label}
        required
        autoComplete="off"
        slotProps={{
          htmlInput: { maxLength: 7, spellCheck: false },
          input: {
            startAdornment: (
              <button
                type="button"
                className="color-field__open"
                aria-label={t('actions.chooseColor')}
                aria-haspopup="dialog"
                aria-expanded={anchor !== null}
                style={{ background: value }}
                // The field before keeps the focus until the click is done: its error would move this button away from under it.
                onMouseDown={(event) => event.preventDefault()}
                onClick={(event) => setAnchor(event.currentTarget)}
              />
            ),
          },
        }}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('actions.chooseColor') } }}
      >
        <Swatches
          label={label}
          chosen={value}
          used={used.map(normalizeColor).filter((color) => color !== normalizeColor(value))}
          onChoose={(color) => void helpers.setValue(color)}
        />
      </Popover>
    </>
  )
}

import type { AutocompleteRenderGroupParams } from '@mui/material/Autocomplete'

import './option-group.css'

/** A named group of a combobox's options: MUI's own nests lists in the listbox, which ARIA does not allow. */
export const renderOptionGroup = ({ key, group, children }: AutocompleteRenderGroupParams) => (
  <li key={key} role="presentation">
    <div className="option-group__name" aria-hidden>
      {group}
    </div>
    <ul className="option-group__options" role="group" aria-label={group}>
      {children}
    </ul>
  </li>
)

import Button from '@mui/material/Button'

import { PlusIcon } from './icons'

/** The primary action of a list page. */
export const AddButton = ({ label, onAdd }: { label: string; onAdd: () => void }) => (
  <Button variant="contained" startIcon={<PlusIcon />} onClick={onAdd}>
    {label}
  </Button>
)

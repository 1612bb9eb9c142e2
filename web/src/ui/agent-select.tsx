import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useTranslation } from 'react-i18next'

export interface AgentSelectProps {
  users: readonly { id: number; name: string }[]
  /** undefined: of every agent. */
  value: number | undefined
  onChange: (userId: number | undefined) => void
}

/** No user has this id; a Select has no value for "none". */
const EVERY_AGENT = 0

/** Whose rows a page shows: one agent's, or all. */
export const AgentSelect = ({ users, value = EVERY_AGENT, onChange }: AgentSelectProps) => {
  const { t } = useTranslation()
  return (
    <Select
      value={value}
      onChange={({ target }) => onChange(target.value === EVERY_AGENT ? undefined : target.value)}
      inputProps={{ 'aria-label': t('agents.choose') }}
    >
      <MenuItem value={EVERY_AGENT}>{t('agents.all')}</MenuItem>
      {users.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </Select>
  )
}

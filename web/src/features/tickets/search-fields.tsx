import SearchOutlined from '@mui/icons-material/SearchOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useListAllTagsQuery } from '../../data/tags.api'
import '../../data/tags.live'
import '../../data/users.live'
import { useListAllUsersQuery } from '../../data/users.api'
import { can } from '../../lib/can'
import type { TicketsPageState } from './tickets-page.slice'

interface Named {
  id: number
  name: string
}

interface NamesFieldProps {
  label: string
  options: Named[]
  value: number[]
  onChange: (ids: number[]) => void
}

const NamesField = ({ label, options, value, onChange }: NamesFieldProps) => (
  <Autocomplete
    multiple
    size="small"
    limitTags={1}
    options={options}
    value={options.filter(({ id }) => value.includes(id))}
    getOptionLabel={({ name }) => name}
    getOptionKey={({ id }) => id}
    onChange={(_event, chosen) => onChange(chosen.map(({ id }) => id))}
    renderInput={({ slotProps, ...field }) => (
      <TextField
        {...field}
        placeholder={value.length === 0 ? label : ''}
        slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, 'aria-label': label } }}
      />
    )}
  />
)

export interface SearchFieldsProps {
  manager: TicketsPageState
  onChange: (next: Partial<TicketsPageState>) => void
}

/** Words, tags and, for administrators, agents. */
export const SearchFields = ({ manager, onChange }: SearchFieldsProps) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const mayFilterUsers = can(me, 'tickets-search:users')
  const { data: tags = [] } = useListAllTagsQuery(undefined)
  const { data: users = [] } = useListAllUsersQuery(undefined, { skip: !mayFilterUsers })
  return (
    <div className="manager__search">
      <TextField
        id="ticket-search"
        type="search"
        value={manager.search}
        onChange={(event) => onChange({ search: event.target.value })}
        placeholder={t('manager.searchPlaceholder')}
        autoFocus
        slotProps={{
          htmlInput: { 'aria-label': t('manager.searchPlaceholder'), maxLength: 200 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchOutlined />
              </InputAdornment>
            ),
          },
        }}
      />
      <NamesField
        label={t('manager.tags')}
        options={tags}
        value={manager.tags}
        onChange={(ids) => onChange({ tags: ids })}
      />
      {mayFilterUsers ? (
        <NamesField
          label={t('manager.users')}
          options={users}
          value={manager.users}
          onChange={(ids) => onChange({ users: ids })}
        />
      ) : null}
    </div>
  )
}

import SearchOutlined from '@mui/icons-material/SearchOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import InputAdornment from '@mui/material/InputAdornment'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useListAllTagsQuery } from '../../data/tags.api'
import '../../data/tags.live'
import '../../data/users.live'
import { useListAllUsersQuery } from '../../data/users.api'
import { can } from '../../lib/can'
import { DateField } from '../../ui/date-field'
import { countFilters, type TicketsPageState } from './tickets-page.slice'

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

/** Words; and folded below them tags, days, unread ones and, for administrators, agents. All of them narrow together. */
export const SearchFields = ({ manager, onChange }: SearchFieldsProps) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const id = useId()
  const count = countFilters(manager)
  const [isOpen, setOpen] = useState(count > 0)
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
      <button
        type="button"
        className="manager__more"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? t('manager.filtersCount', { count }) : t('manager.filters')}
      </button>
      <div id={id} className="manager__filters" hidden={!isOpen}>
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
        <DateField
          kind="date"
          label={t('manager.createdOn')}
          value={manager.date}
          onChange={(date) => onChange({ date })}
        />
        <DateField
          kind="date"
          label={t('manager.updatedOn')}
          value={manager.updatedAt}
          onChange={(updatedAt) => onChange({ updatedAt })}
        />
        <label className="manager__all">
          {t('manager.unreadOnly')}
          <Switch
            checked={manager.isUnreadOnly}
            onChange={(_event, isUnreadOnly) => onChange({ isUnreadOnly })}
          />
        </label>
      </div>
    </div>
  )
}

import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { readServerTime } from '../../lib/server-clock'
import { toast } from '../../lib/toast'
import { DateField } from '../../ui/date-field'
import './dashboard.css'
import { periodDays, toDates, type Filter } from './period'

export interface FilterBarProps {
  applied: Filter
  onApply: (filter: Filter) => void
}

export const FilterBar = ({ applied, onApply }: FilterBarProps) => {
  const { t } = useTranslation('dashboard')
  const [filter, setFilter] = useState(applied)
  const set = (changed: Partial<Filter>) => setFilter({ ...filter, ...changed })
  return (
    <form
      className="filter-bar"
      onSubmit={(event) => {
        event.preventDefault()
        if (toDates(filter, readServerTime())) onApply(filter)
        else toast.error(t('needFilter'))
      }}
    >
      <TextField
        id="filter-type"
        select
        size="small"
        label={t('filter.type')}
        value={filter.type}
        onChange={(event) => set({ type: event.target.value === 'period' ? 'period' : 'date' })}
      >
        <MenuItem value="date">{t('filter.date')}</MenuItem>
        <MenuItem value="period">{t('filter.period')}</MenuItem>
      </TextField>
      {filter.type === 'date' ? (
        <>
          <DateField
            kind="date"
            label={t('filter.from')}
            value={filter.from}
            onChange={(from) => set({ from })}
          />
          <DateField kind="date" label={t('filter.to')} value={filter.to} onChange={(to) => set({ to })} />
        </>
      ) : (
        <TextField
          id="filter-days"
          select
          size="small"
          label={t('filter.period')}
          value={filter.days}
          onChange={(event) => set({ days: Number(event.target.value) })}
        >
          {periodDays.map((days) => (
            <MenuItem key={days} value={days}>
              {t('filter.lastDays', { count: days })}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Button type="submit" variant="contained">
        {t('filter.apply')}
      </Button>
    </form>
  )
}

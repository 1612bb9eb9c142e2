import { listSorts, readSort, type Sort } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { listColumns, type Sorting } from '../lib/use-sort'
import { buildMenuOption } from './menu-option'

/** What the heads of a table offer, for its cards. */
export const SortMenu = <Column extends string>({ labels, sort, choose }: Sorting<Column>) => {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const columns = listColumns(labels)
  const nameSort = (value: Sort<Column> | undefined): string => {
    const read = readSort(columns, value)
    if (!read) return t('sort.own')
    return t(read.isDescending ? 'sort.descending' : 'sort.ascending', { column: labels[read.column] })
  }
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-label={`${t('sort.title')}: ${nameSort(sort)}`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {nameSort(sort)}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('sort.title') } }}
      >
        {[undefined, ...listSorts(columns)].map((value) =>
          buildMenuOption({
            role: 'menuitemradio',
            label: nameSort(value),
            isChecked: value === sort,
            onClick: () => {
              setAnchor(null)
              choose(value)
            },
          }),
        )}
      </Menu>
    </>
  )
}

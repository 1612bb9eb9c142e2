import type { Sort } from '@balcao/contracts'
import CheckOutlined from '@mui/icons-material/CheckOutlined'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { listSorts, type Sorting } from '../lib/use-sort'

/** What the heads of a table offer, for its cards. */
export const SortMenu = <Column extends string>({ labels, sort, choose }: Sorting<Column>) => {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const nameSort = (value: Sort<Column> | undefined): string => {
    const column = (Object.keys(labels) as Column[]).find((name) => value === name || value === `-${name}`)
    if (column === undefined) return t('sort.own')
    return t(value === column ? 'sort.ascending' : 'sort.descending', { column: labels[column] })
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
        {[undefined, ...listSorts(labels)].map((value) => (
          <MenuItem
            key={value ?? ''}
            dense
            role="menuitemradio"
            aria-checked={value === sort}
            onClick={() => {
              setAnchor(null)
              choose(value)
            }}
          >
            <ListItemIcon sx={{ visibility: value === sort ? 'visible' : 'hidden' }}>
              <CheckOutlined fontSize="small" />
            </ListItemIcon>
            <ListItemText>{nameSort(value)}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

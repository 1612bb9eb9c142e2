import CheckOutlined from '@mui/icons-material/CheckOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'

export interface MenuOption {
  role: 'menuitemradio' | 'menuitemcheckbox'
  label: string
  isChecked: boolean
  onClick: () => void
}

/** An item of a menu; a tick says that it is on. Not a component: MUI's menu looks for its items among its own children. */
export const buildMenuOption = ({ role, label, isChecked, onClick }: MenuOption) => (
  <MenuItem key={label} dense role={role} aria-checked={isChecked} onClick={onClick}>
    <ListItemIcon sx={{ visibility: isChecked ? 'visible' : 'hidden' }}>
      <CheckOutlined fontSize="small" />
    </ListItemIcon>
    <ListItemText>{label}</ListItemText>
  </MenuItem>
)

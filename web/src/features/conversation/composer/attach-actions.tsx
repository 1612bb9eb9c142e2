import AddRounded from '@mui/icons-material/AddRounded'
import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined'
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import TouchAppOutlined from '@mui/icons-material/TouchAppOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { canSend, type Capabilities, type GivenChoices } from '@balcao/contracts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useIsPhone } from '../../../lib/use-media'
import { IconAction } from '../../../ui/icon-action'
import { FilesIcon } from '../../../ui/icons'
import { SendFileListDialog, type ChosenFileList } from '../../files'
import { takesFiles } from '../use-capabilities'
import type { SentContact } from '../outbox/outbox.slice'

const SendContactsDialog = lazy(async () => ({
  default: (await import('../actions/send-contacts-dialog')).SendContactsDialog,
}))

const SendChoicesDialog = lazy(async () => ({
  default: (await import('./send-choices-dialog')).SendChoicesDialog,
}))

export interface AttachActionsProps {
  can: Capabilities
  onPick: () => void
  onTemplate: () => void
  onSendList: (chosen: ChosenFileList) => void
  onSendContacts: (contacts: SentContact[]) => void
  /** What is written so far, and whether it gets a signature. */
  text: string
  isSigned: boolean
  onSendChoices: (text: string, choices: GivenChoices) => void
}

type AttachDialog = 'list' | 'contacts' | 'choices'

interface OfferedActionsOptions extends Pick<AttachActionsProps, 'can' | 'onPick' | 'onTemplate'> {
  onDialog: (dialog: AttachDialog) => void
}

const useOfferedActions = ({ can, onPick, onTemplate, onDialog }: OfferedActionsOptions) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  return [
    {
      label: t('composer.attach'),
      keys: 'Alt U',
      icon: <AttachFileOutlined sx={{ transform: 'rotate(45deg)' }} />,
      isOffered: takesFiles(can),
      run: onPick,
    },
    {
      label: common('files.sendList'),
      icon: <FilesIcon />,
      hasPopup: true,
      isOffered: takesFiles(can),
      run: () => onDialog('list'),
    },
    {
      label: t('sendContacts.title'),
      icon: <PersonOutlined />,
      hasPopup: true,
      isOffered: canSend(can, 'vcard'),
      run: () => onDialog('contacts'),
    },
    {
      label: t('sendChoices.title'),
      icon: <TouchAppOutlined />,
      hasPopup: true,
      isOffered: can.maxButtons > 0 || can.maxListRows > 0,
      run: () => onDialog('choices'),
    },
    {
      label: t('templates.send'),
      keys: 'Alt P',
      icon: <DescriptionOutlined />,
      hasPopup: true,
      isOffered: can.hasTemplates,
      run: onTemplate,
    },
  ].filter(({ isOffered }) => isOffered)
}

/** What else than text may be sent: a button each, on phones one button with a menu. */
export const AttachActions = ({
  can,
  onPick,
  onTemplate,
  onSendList,
  onSendContacts,
  text,
  isSigned,
  onSendChoices,
}: AttachActionsProps) => {
  const { t } = useTranslation('tickets')
  const isPhone = useIsPhone()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<AttachDialog | null>(null)
  const close = () => setDialog(null)
  const actions = useOfferedActions({ can, onPick, onTemplate, onDialog: setDialog })
  if (actions.length === 0) return null
  return (
    <>
      {isPhone ? (
        <IconAction
          label={t('composer.more')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <AddRounded />
        </IconAction>
      ) : (
        actions.map(({ label, keys, icon, hasPopup, run }) => (
          <IconAction
            key={label}
            label={label}
            {...(keys && { keys })}
            aria-haspopup={hasPopup && 'dialog'}
            onClick={run}
          >
            {icon}
          </IconAction>
        ))
      )}
      <Menu
        open={isPhone && anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('composer.more') } }}
      >
        {actions.map(({ label, icon, run }) => (
          <MenuItem
            key={label}
            onClick={() => {
              setAnchor(null)
              run()
            }}
          >
            <ListItemIcon>{icon}</ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'list' ? (
          <SendFileListDialog
            onClose={close}
            onSend={(chosen) => {
              close()
              onSendList(chosen)
            }}
          />
        ) : null}
        {dialog === 'contacts' ? <SendContactsDialog onSend={onSendContacts} onClose={close} /> : null}
        {dialog === 'choices' ? (
          <SendChoicesDialog
            can={can}
            text={text}
            isSigned={isSigned}
            onSend={onSendChoices}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  )
}

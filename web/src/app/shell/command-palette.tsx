import type { ContactView } from '@balcao/contracts'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { NewTicketDialog } from '../../features/conversation'
import { runShortcut } from '../../lib/shortcuts'
import { renderOptionGroup } from '../../ui/option-group'
import { usePaletteCommands, type Command } from './palette-commands'

const CommandOption = ({ command: { label, detail, keys } }: { command: Command }) => (
  <>
    <Box component="span" sx={{ display: 'grid', flex: 1, minWidth: 0 }}>
      {label}
      {detail === '' ? null : (
        <Box component="small" sx={{ color: 'var(--ink2)' }}>
          {detail}
        </Box>
      )}
    </Box>
    {keys === '' ? null : <kbd className="kbd">{keys}</kbd>}
  </>
)

interface SearchProps {
  onClose: () => void
  onTalk: (contact: ContactView) => void
}

const Search = ({ onClose, onTalk }: SearchProps) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const { commands, isSearching } = usePaletteCommands(words.trim())
  const choose = ({ choice }: Command) => {
    if (choice.kind === 'talk') return onTalk(choice.contact)
    onClose()
    if (choice.kind === 'go') void navigate(choice.path)
    // Once the palette is gone and the focus is back, so that the action may move it.
    else requestAnimationFrame(() => runShortcut(choice.shortcutId))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t('palette.title') } }}
    >
      {/* The list, which is at most 40vh high, and the field above it. */}
      <DialogContent sx={{ minHeight: 'calc(40vh + 116px)', pt: 5 }}>
        <Autocomplete
          open
          autoHighlight
          clearOnBlur={false}
          options={commands}
          filterOptions={(options) => options}
          renderGroup={renderOptionGroup}
          groupBy={({ group }) => t(`palette.${group}`)}
          getOptionLabel={({ label }) => label}
          getOptionKey={({ key }) => key}
          loading={isSearching}
          loadingText={t('palette.searching')}
          noOptionsText={t('palette.none')}
          inputValue={words}
          onInputChange={(_event, text, reason) => {
            if (reason === 'input') setWords(text)
          }}
          onChange={(_event, chosen) => {
            if (chosen) choose(chosen)
          }}
          onClose={(_event, reason) => {
            if (reason === 'escape') onClose()
          }}
          slotProps={{ popper: { disablePortal: true, placement: 'bottom-start' } }}
          renderOption={({ key, ...item }, command) => (
            <li key={key} {...item}>
              <CommandOption command={command} />
            </li>
          )}
          renderInput={(params) => <TextField {...params} autoFocus label={t('palette.title')} />}
        />
      </DialogContent>
    </Dialog>
  )
}

/** Goes to a page, a setting, a ticket or a contact by its name, or does what the screen offers, with keys only. */
export const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const [contact, setContact] = useState<ContactView | null>(null)
  if (!contact) return <Search onClose={onClose} onTalk={setContact} />
  return <NewTicketDialog contact={contact} onClose={onClose} />
}

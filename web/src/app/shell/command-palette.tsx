import { foldText, type TicketView } from '@balcao/contracts'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useMe } from '../../data/hooks'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { flattenTickets, type TicketFilter } from '../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../data/tickets.api'
import '../../data/tickets.live'
import { can } from '../../lib/can'
import { formatPhone } from '../../lib/format-phone'
import { useDebounced } from '../../lib/use-debounced'
import { renderOptionGroup } from '../../ui/option-group'
import { filterMenu } from './menu'

const MIN_SEARCH = 3
const MOST_TICKETS = 8

interface Command {
  key: string
  group: 'pages' | 'tickets'
  label: string
  detail: string
  path: string
}

const toCommand = ({ uuid, id, contact, queue }: TicketView): Command => ({
  key: uuid,
  group: 'tickets',
  label: contact.name,
  detail: [`#${id}`, formatPhone(contact.number), queue?.name ?? '']
    .filter((part) => part !== '')
    .join(' · '),
  path: `/tickets/${uuid}`,
})

/* The pages of the menu whose name has the words. */
function usePages(words: string): Command[] {
  const { t } = useTranslation()
  const me = useMe()
  const { data: plan } = useCompanyPlanQuery(me.companyId)
  const { entries } = filterMenu({ user: me, flags: plan?.plan })
  return entries
    .map(({ id, path }): Command => ({ key: id, group: 'pages', label: t(`menu.${id}`), detail: '', path }))
    .filter(({ label }) => foldText(label).includes(foldText(words)))
}

/* The tickets that the search finds, from three letters on. */
function useTickets(words: string): { commands: Command[]; isSearching: boolean } {
  const me = useMe()
  const searched = useDebounced(words)
  const filter: TicketFilter = {
    showAll: can(me, 'tickets-manager:showall'),
    queueIds: null,
    tags: [],
    users: [],
    searchParam: searched,
  }
  const isAsked = searched.length >= MIN_SEARCH
  const { data, isFetching } = useListTicketsInfiniteQuery(filter, { skip: !isAsked })
  return {
    commands: isAsked ? flattenTickets(data).slice(0, MOST_TICKETS).map(toCommand) : [],
    isSearching: words.length >= MIN_SEARCH && (isFetching || searched !== words),
  }
}

/** Goes to a page or a ticket by its name, with keys only. */
export const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const pages = usePages(words.trim())
  const { commands, isSearching } = useTickets(words.trim())
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t('palette.title') } }}
    >
      <DialogContent sx={{ minHeight: 'min(440px, 70vh)', pt: 5 }}>
        <Autocomplete
          open
          autoHighlight
          clearOnBlur={false}
          options={[...pages, ...commands]}
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
            if (!chosen) return
            onClose()
            void navigate(chosen.path)
          }}
          onClose={(_event, reason) => {
            if (reason === 'escape') onClose()
          }}
          slotProps={{ popper: { disablePortal: true, placement: 'bottom-start' } }}
          renderOption={({ key, ...item }, { label, detail }) => (
            <li key={key} {...item}>
              <Box component="span" sx={{ display: 'grid' }}>
                {label}
                {detail === '' ? null : (
                  <Box component="small" sx={{ color: 'var(--ink2)' }}>
                    {detail}
                  </Box>
                )}
              </Box>
            </li>
          )}
          renderInput={(params) => <TextField {...params} autoFocus label={t('palette.title')} />}
        />
      </DialogContent>
    </Dialog>
  )
}

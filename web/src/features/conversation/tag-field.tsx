import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { TagView, TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useCreateTagMutation, useListAllTagsQuery, useSyncTagsMutation } from '../../data/tags.api'
import '../../data/tags.live'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { ColorChip } from '../../ui/color-chip'

const MIN_TAG = 3

/** All tags, with a word of one's own allowed; loads when first opened. */
export const TagField = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const { data: all = [] } = useListAllTagsQuery(undefined)
  const [createTag] = useCreateTagMutation()
  const [syncTags] = useSyncTagsMutation()
  const chosen = ticket.tags.map(
    (tag): TagView => all.find(({ id }) => id === tag.id) ?? { ...tag, kanban: 0, userId: null },
  )

  const handleChange = async (picked: (TagView | string)[]) => {
    try {
      const tags: TagView[] = []
      for (const one of picked) {
        if (typeof one !== 'string') tags.push(one)
        else if (one.trim().length < MIN_TAG) return void toast.error(t('tags.short'))
        else tags.push(await createTag({ name: one.trim() }).unwrap())
      }
      await syncTags({ ticket, tags }).unwrap()
    } catch (error) {
      showError(error)
    }
  }

  return (
    <Autocomplete
      multiple
      freeSolo
      disableCloseOnSelect
      options={all}
      value={chosen}
      getOptionLabel={(tag) => (typeof tag === 'string' ? tag : tag.name)}
      getOptionKey={(tag) => (typeof tag === 'string' ? tag : tag.id)}
      isOptionEqualToValue={(option, value) => typeof value !== 'string' && option.id === value.id}
      onChange={(_event, tags) => void handleChange(tags)}
      sx={{ width: 300, m: 3, maxWidth: 'calc(100vw - 48px)' }}
      renderOption={({ key, ...option }, tag) => (
        <li key={key} {...option}>
          <ColorChip color={tag.color}>{tag.name}</ColorChip>
        </li>
      )}
      renderInput={(field) => (
        <TextField {...field} autoFocus label={t('tags.title')} placeholder={t('tags.placeholder')} />
      )}
    />
  )
}

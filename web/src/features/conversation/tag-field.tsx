import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { TagView, TicketView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useCreateTagMutation, useListAllTagsQuery, useSyncTagsMutation } from '../../data/tags.api'
import '../../data/tags.live'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { ColorChip } from '../../ui/color-chip'
import { listTagOptions, type TagOption } from './tag-options'

const MIN_TAG = 3

const toOption = (tag: TagView): TagOption => ({ kind: 'tag', tag })
const readName = (option: TagOption): string => (option.kind === 'tag' ? option.tag.name : option.name)

/** All tags; the last option makes a new one of the typed words. Loads when first opened. */
export const TagField = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const [words, setWords] = useState('')
  const { data: all = [], isLoading } = useListAllTagsQuery(undefined)
  const [createTag] = useCreateTagMutation()
  const [syncTags] = useSyncTagsMutation()
  const chosen = ticket.tags.map(
    (tag): TagView => all.find(({ id }) => id === tag.id) ?? { ...tag, kanban: 0, userId: null },
  )

  const toTag = (option: TagOption): TagView | Promise<TagView> =>
    option.kind === 'tag' ? option.tag : createTag({ name: option.name }).unwrap()
  const handleChange = async (picked: TagOption[]) => {
    if (picked.some((option) => option.kind === 'new' && option.name.length < MIN_TAG))
      return void toast.error(t('tags.short'))
    try {
      const tags: TagView[] = []
      for (const option of picked) tags.push(await toTag(option))
      await syncTags({ ticket, tags }).unwrap()
    } catch (error) {
      showError(error)
    }
  }

  return (
    <Autocomplete
      multiple
      autoHighlight
      disableCloseOnSelect
      options={all.map(toOption)}
      value={chosen.map(toOption)}
      loading={isLoading}
      loadingText={t('transfer.searching')}
      // Before the tags are known nothing tells whether the typed words would be a new one; the offer would keep the highlight.
      filterOptions={(_options, { inputValue }) => (isLoading ? [] : listTagOptions(all, chosen, inputValue))}
      getOptionLabel={readName}
      getOptionKey={(option) => (option.kind === 'tag' ? option.tag.id : 'new')}
      isOptionEqualToValue={(option, value) =>
        option.kind === 'tag' && value.kind === 'tag' && option.tag.id === value.tag.id
      }
      noOptionsText={t('tags.none')}
      inputValue={words}
      // A reset comes with every new list of tags: what is being typed stays.
      onInputChange={(_event, text, reason) => {
        if (reason !== 'reset') setWords(text)
      }}
      onChange={(_event, options) => void handleChange(options)}
      sx={{ width: 300, m: 3, maxWidth: 'calc(100vw - 48px)' }}
      renderOption={({ key, ...option }, tag) => (
        <li key={key} {...option}>
          {tag.kind === 'tag' ? (
            <ColorChip color={tag.tag.color}>{tag.tag.name}</ColorChip>
          ) : (
            t('tags.create', { name: tag.name })
          )}
        </li>
      )}
      renderInput={(field) => (
        <TextField {...field} autoFocus label={t('tags.title')} placeholder={t('tags.placeholder')} />
      )}
    />
  )
}

import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useField } from 'formik'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useGetFileListQuery, useListFileListsInfiniteQuery } from '../../data/files.api'
import '../../data/files.live'
import { useDebounced } from '../../lib/use-debounced'

interface Choice {
  id: number
  name: string
}

const useChosen = (id: number | ''): Choice | null => {
  const { currentData } = useGetFileListQuery(id === '' ? 0 : id, { skip: id === '' })
  return currentData ?? null
}

/** The file list that goes along, found by its name. */
export const FileListField = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const [{ value }, , helpers] = useField<number | ''>('fileListId')
  const [words, setWords] = useState('')
  const searched = useDebounced(words.trim())
  const { data, isFetching } = useListFileListsInfiniteQuery({ searchParam: searched }, { skip: disabled })
  const found = data?.pages.flatMap(({ files }) => files) ?? []
  return (
    <Autocomplete<Choice>
      options={found.map(({ id, name }) => ({ id, name }))}
      value={useChosen(value)}
      disabled={disabled}
      loading={isFetching}
      loadingText={common('actions.loading')}
      noOptionsText={t('fields.noFileList')}
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      onInputChange={(_event, text, reason) => setWords(reason === 'input' ? text : '')}
      onChange={(_event, chosen) => void helpers.setValue(chosen?.id ?? '')}
      renderInput={(field) => (
        <TextField
          {...field}
          label={t('fields.fileListId')}
          placeholder={t('fields.none')}
          helperText={t('hints.fileListId')}
        />
      )}
    />
  )
}

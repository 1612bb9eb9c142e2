import Autocomplete from '@mui/material/Autocomplete'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useField } from 'formik'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useListAllUsersQuery } from '../../data/users.api'
import '../../data/users.live'
import { translateError } from '../../lib/error-toast'
import { ErrorState } from '../../ui/error-state'

/** Any number of the user's colleagues, bound to formik as ids. */
export const UsersField = ({ name, label }: { name: string; label: string }) => {
  const { t } = useTranslation('chats')
  const me = useMe()
  const { data: users, error, refetch } = useListAllUsersQuery()
  const [{ value }, meta, helpers] = useField<number[]>(name)
  if (!users)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton variant="rounded" height={56} />
    )
  const shown = meta.touched && meta.error ? meta.error : ''
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={users.filter(({ id }) => id !== me.id)}
      value={users.filter(({ id }) => value.includes(id))}
      getOptionLabel={(user) => user.name}
      getOptionKey={(user) => user.id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      noOptionsText={t('noColleague')}
      onChange={(_event, chosen) => void helpers.setValue(chosen.map(({ id }) => id))}
      onBlur={() => void helpers.setTouched(true)}
      renderInput={(field) => (
        <TextField {...field} label={label} required error={shown !== ''} helperText={shown} />
      )}
    />
  )
}

import Checkbox from '@mui/material/Checkbox'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useField } from 'formik'

import { useListQueuesQuery } from '../../data/queues.api'
import '../../data/queues.live'
import { ColorChip } from '../../ui/color-chip'
import { FormText } from '../../ui/form-fields'
import '../../ui/list-table.css'

export interface QueuesFieldProps {
  /** A formik field with ids of queues. */
  name: string
  label: string
  hint?: string
}

/** Any number of the company's queues, bound to formik. */
export const QueuesField = ({ name, label, hint }: QueuesFieldProps) => {
  const { data: queues = [] } = useListQueuesQuery(undefined)
  const [{ value }] = useField<number[]>(name)
  return (
    <FormText
      name={name}
      label={label}
      hint={hint}
      select
      slotProps={{
        select: {
          multiple: true,
          renderValue: () => (
            <span className="list-chips">
              {queues
                .filter(({ id }) => value.includes(id))
                .map((queue) => (
                  <ColorChip key={queue.id} color={queue.color}>
                    {queue.name}
                  </ColorChip>
                ))}
            </span>
          ),
        },
      }}
    >
      {queues.map((queue) => (
        <MenuItem key={queue.id} value={queue.id}>
          <Checkbox
            size="small"
            checked={value.includes(queue.id)}
            tabIndex={-1}
            disableRipple
            sx={{ p: 0 }}
            slotProps={{ input: { 'aria-hidden': true } }}
          />
          <ListItemText primary={queue.name} />
        </MenuItem>
      ))}
    </FormText>
  )
}

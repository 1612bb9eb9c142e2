import { useListQueuesQuery } from '../../data/queues.api'
import '../../data/queues.live'
import { ChoicesField } from '../../ui/choices-field'
import { ColorChip } from '../../ui/color-chip'
import '../../ui/list-table.css'

export interface QueuesFieldProps {
  /** A formik field with ids of queues. */
  name: string
  label: string
  hint?: string
}

/** Any number of the company's queues, bound to formik. */
export const QueuesField = (props: QueuesFieldProps) => {
  const { data: queues = [] } = useListQueuesQuery(undefined)
  return (
    <ChoicesField
      {...props}
      choices={queues.map(({ id, name, color }) => ({ value: id, label: name, color }))}
      render={(chosen) => (
        <span className="list-chips">
          {chosen.map(({ value, label, color }) => (
            <ColorChip key={value} color={color}>
              {label}
            </ColorChip>
          ))}
        </span>
      )}
    />
  )
}

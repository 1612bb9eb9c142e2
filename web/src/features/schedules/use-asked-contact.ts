import { useSearchParams } from 'react-router-dom'

import { useGetContactQuery } from '../../data/contacts.api'
import type { ScheduleContact } from './schedule-form'

/** The contact of `?contactId`, once it is loaded; `forget` takes it out of the address. */
export const useAskedContact = (): { contact: ScheduleContact | undefined; forget: () => void } => {
  const [params, setParams] = useSearchParams()
  const contactId = Number(params.get('contactId') ?? 0)
  const isAsked = Number.isInteger(contactId) && contactId > 0
  const { currentData } = useGetContactQuery(contactId, { skip: !isAsked })
  const forget = () =>
    setParams(
      (before) => {
        before.delete('contactId')
        return before
      },
      { replace: true },
    )
  const contact = isAsked && currentData ? { id: currentData.id, name: currentData.name } : undefined
  return { contact, forget }
}

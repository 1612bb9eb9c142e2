import { onFeed, type FeedContext } from '../live/handlers'
import { selectUser, userChanged } from './session.slice'

type CompanyPatch = { dueDate: string | null; name?: string }

const changeCompany = (patch: CompanyPatch, { dispatch, getState }: FeedContext) => {
  const user = selectUser(getState())
  if (user) dispatch(userChanged({ company: { ...user.company, ...patch } }))
}

/** The due date that a payment moved, wherever it is shown. */
onFeed('payment', ({ company: { dueDate } }, context) => changeCompany({ dueDate }, context))

/** The same after any other change of the company, a super user's for example; and its name. */
onFeed('companyHours', ({ name, dueDate }, context) => changeCompany({ name, dueDate }, context))

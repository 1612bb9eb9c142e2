import { onFeed, type FeedContext } from '../live/handlers'
import { selectUser } from './session.slice'
import { sessionApi } from './session.api'

/** What the company may use, as soon as its plan changes: menus and guards follow. */
onFeed('plan', ({ plan }, { dispatch, getState }: FeedContext) => {
  const companyId = selectUser(getState())?.companyId
  if (companyId === undefined) return
  dispatch(
    sessionApi.util.updateQueryData('companyPlan', companyId, (company) => {
      company.plan = plan
    }),
  )
})

import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'

import { useIsNarrow } from '../../lib/use-media'

const targets = {
  list: 'ticket-list',
  conversation: 'conversation',
  message: 'message',
  content: 'content',
} as const
type Target = keyof typeof targets

/* A phone shows the list or the ticket, never both. */
function listTargets(pathname: string, isNarrow: boolean): Target[] {
  const [, area, uuid] = pathname.split('/')
  if (area !== 'tickets') return ['content']
  if (!uuid) return ['list']
  return isNarrow ? ['conversation', 'message'] : ['list', 'conversation', 'message']
}

/* A ticket that waits has no field for a message. */
const focusOn = (target: Target) =>
  (document.getElementById(targets[target]) ?? document.getElementById(targets.content))?.focus()

/** The first links of every page, shown once they have the focus: past the navigation to what the page is for. */
export const SkipLinks = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isNarrow = useIsNarrow()
  return listTargets(pathname, isNarrow).map((target) => (
    <a
      key={target}
      className="skip-link"
      // There in every state of a page; a fragment in the address would be another page to the router.
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        focusOn(target)
      }}
    >
      {t(`skip.${target}`)}
    </a>
  ))
}

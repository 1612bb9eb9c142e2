import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import type { TicketView } from '@balcao/contracts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ColorChip } from '../../ui/color-chip'

const TagField = lazy(async () => ({ default: (await import('./tag-field')).TagField }))

/** The ticket's tags; a new word makes a new tag. */
export const TagBar = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <div className="tag-bar">
      <ul aria-label={t('tags.title')}>
        {ticket.tags.map((tag) => (
          <li key={tag.id}>
            <ColorChip color={tag.color}>{tag.name}</ColorChip>
          </li>
        ))}
      </ul>
      <button
        type="button"
        id="add-tag"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('tags.add')}
      </button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('tags.title') } }}
      >
        <Suspense fallback={<Skeleton variant="rounded" width={300} height={62} sx={{ m: 3 }} />}>
          <TagField ticket={ticket} />
        </Suspense>
      </Popover>
    </div>
  )
}

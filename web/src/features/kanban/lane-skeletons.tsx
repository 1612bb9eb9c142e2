import Skeleton from '@mui/material/Skeleton'
import './kanban.css'

/** Four lanes that are being loaded. */
export const LaneSkeletons = () => (
  <div className="kanban-board" aria-hidden="true">
    {[3, 2, 2, 1].map((cards, lane) => (
      <div key={lane} className="kanban-lane">
        <Skeleton width={140} height={28} sx={{ mx: 1.5, my: 1 }} />
        {Array.from({ length: cards }, (_unused, card) => (
          <Skeleton key={card} variant="rounded" height={132} sx={{ mx: 1, mb: 1 }} />
        ))}
      </div>
    ))}
  </div>
)

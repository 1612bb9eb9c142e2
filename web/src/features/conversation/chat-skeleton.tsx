import Skeleton from '@mui/material/Skeleton'

import { ThreadSkeleton } from './thread/thread-skeleton'

/** Placeholder of an open ticket while it loads. */
export const ChatSkeleton = () => (
  <div className="chat" aria-busy="true">
    <div className="chat__main">
      <div className="ticket-header">
        <Skeleton variant="circular" width={40} height={40} sx={{ ml: 1 }} />
        <div style={{ flex: 1 }}>
          <Skeleton width={160} height={20} />
          <Skeleton width={220} height={16} />
        </div>
      </div>
      <div className="tag-bar" />
      <ThreadSkeleton />
    </div>
  </div>
)

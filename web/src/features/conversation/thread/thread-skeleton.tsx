import Skeleton from '@mui/material/Skeleton'

const shapes = [
  ['them', 260, 40],
  ['them', 180, 40],
  ['me', 300, 60],
  ['me', 200, 40],
  ['them', 320, 60],
  ['me', 240, 40],
  ['them', 160, 40],
] as const

/** Placeholder of seven bubbles. */
export const ThreadSkeleton = () => (
  <div className="viewport viewport--skeleton" aria-hidden="true">
    {shapes.map(([side, width, height], index) => (
      <Skeleton
        key={index}
        variant="rounded"
        width={width}
        height={height}
        sx={{
          borderRadius: '14px',
          maxWidth: '78%',
          alignSelf: side === 'me' ? 'flex-end' : 'flex-start',
          mb: '8px',
          flex: 'none',
        }}
      />
    ))}
  </div>
)

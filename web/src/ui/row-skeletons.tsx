import Skeleton from '@mui/material/Skeleton'

export interface RowSkeletonsProps {
  count?: number
  /** The height of the real row, so that nothing moves when it arrives. */
  height?: number
}

/** Placeholders with the geometry of avatar rows. */
export const RowSkeletons = ({ count = 6, height = 76 }: RowSkeletonsProps) => (
  <div aria-hidden="true">
    {Array.from({ length: count }, (_unused, index) => (
      <div key={index} style={{ height, display: 'flex', alignItems: 'center', gap: 12, padding: '0 16px' }}>
        <Skeleton variant="circular" width={44} height={44} sx={{ flex: 'none' }} />
        <div style={{ flex: 1 }}>
          <Skeleton width={`${62 - (index % 3) * 12}%`} height={18} />
          <Skeleton width={`${86 - (index % 4) * 9}%`} height={16} />
        </div>
      </div>
    ))}
  </div>
)

import './row-skeletons.css'

export interface RowSkeletonsProps {
  count?: number
  /** The height of the real row, so that nothing moves when it arrives. */
  height?: number
}

/** Placeholders with the geometry of avatar rows, without MUI: also in code that is loaded before it. */
export const RowSkeletons = ({ count = 6, height = 76 }: RowSkeletonsProps) => (
  <div aria-hidden="true">
    {Array.from({ length: count }, (_unused, index) => (
      <div key={index} className="row-skeleton" style={{ height }}>
        <span className="row-skeleton__picture" />
        <span className="row-skeleton__lines">
          <span style={{ width: `${62 - (index % 3) * 12}%` }} />
          <span style={{ width: `${86 - (index % 4) * 9}%` }} />
        </span>
      </div>
    ))}
  </div>
)

import type { CSSProperties, ReactNode } from 'react'
import './color-chip.css'

export interface ColorChipProps {
  /** A chosen colour (queue, tag); never a background for text. Neutral without one. */
  color?: string | null
  children: ReactNode
  title?: string
  /** The name of a number: the first to give way where there is little room. */
  isConnection?: boolean
}

/** A small label in a chosen colour, mixed so that it reads on light and dark alike. */
export const ColorChip = ({ color, children, title, isConnection }: ColorChipProps) => (
  <span
    className={color ? 'color-chip' : 'color-chip color-chip--neutral'}
    style={color ? ({ '--chip': color } as CSSProperties) : undefined}
    title={title}
    data-connection={isConnection || undefined}
  >
    {children}
  </span>
)

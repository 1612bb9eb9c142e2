import type { ReactNode } from 'react'
import './state.css'

export interface EmptyStateProps {
  title: string
  text?: string
  /** One primary action: what to do now. */
  action?: ReactNode
}

/** Nothing here, and what to do about it. */
export const EmptyState = ({ title, text, action }: EmptyStateProps) => (
  <div className="state">
    <p className="state__title">{title}</p>
    {text ? <p className="state__text">{text}</p> : null}
    {action ? <div className="state__action">{action}</div> : null}
  </div>
)

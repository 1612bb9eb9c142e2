import type { ReactNode } from 'react'
import './state.css'

export interface EmptyStateProps {
  title: string
  text?: string
  /** The page's own heading, where nothing else is. */
  heading?: boolean
  /** One primary action: what to do now. */
  action?: ReactNode
}

/** Shown for an empty list, with its primary action. */
export const EmptyState = ({ title, text, heading = false, action }: EmptyStateProps) => (
  <div className="state">
    {heading ? <h1 className="state__title">{title}</h1> : <p className="state__title">{title}</p>}
    {text ? <p className="state__text">{text}</p> : null}
    {action ? <div className="state__action">{action}</div> : null}
  </div>
)

import type { ReactNode } from 'react'
import './page.css'

export interface PageHeaderProps {
  title: string
  count?: number
  /** Search, filters, secondary buttons, and the one primary at the far right. */
  children?: ReactNode
}

/** The 56 px head of every list page. */
export const PageHeader = ({ title, count, children }: PageHeaderProps) => (
  <header className="page-header">
    <h1 className="page-header__title">
      {title}
      {count === undefined ? null : <span className="page-header__count">{count}</span>}
    </h1>
    {children ? <div className="page-header__tools">{children}</div> : null}
  </header>
)

/** A page that scrolls by itself below the top bar. */
export const Page = ({ children }: { children: ReactNode }) => <div className="page">{children}</div>

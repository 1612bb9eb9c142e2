import { Component, useEffect, type ErrorInfo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { reloadWhenReachable } from '../lib/reload-when-reachable'
import { EmptyState } from './empty-state'
import './plain-button.css'

interface BoundaryProps {
  children: ReactNode
  /** Renders the error instead of the default; `reset` renders the children again. */
  fallback?: (reset: () => void) => ReactNode
  /** A change of it renders the children again (a route's path). */
  resetKey?: string
}

interface BoundaryState {
  error: Error | null
  resetKey?: string
}

/** Catches render errors of its children; the rest of the page stays. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: Error): Partial<BoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey }
  }

  override componentDidCatch(error: Error, _info: ErrorInfo) {
    reportError(error)
  }

  reset = () => this.setState({ error: null })

  override render() {
    if (!this.state.error) return this.props.children
    return this.props.fallback ? (
      this.props.fallback(this.reset)
    ) : (
      <Fallen error={this.state.error} onReset={this.reset} />
    )
  }
}

/** Code or styles of a page that could not be fetched: without a network, or of a version that is no longer there. */
const isMissingFile = (error: Error) =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message)

/* A failed import stays failed for as long as the page lives. */
const MissingFile = () => {
  const { t } = useTranslation()
  useEffect(() => reloadWhenReachable(), [])
  return (
    <EmptyState
      title={t('errors.notLoaded')}
      text={t('errors.notLoadedText')}
      action={
        <button type="button" className="plain-button" onClick={() => location.reload()}>
          {t('errors.reloadArea')}
        </button>
      }
    />
  )
}

const Fallen = ({ error, onReset }: { error: Error; onReset: () => void }) => {
  const { t } = useTranslation()
  return (
    <div role="alert">
      {isMissingFile(error) ? (
        <MissingFile />
      ) : (
        <EmptyState
          title={t('errors.area')}
          text={`${t('errors.code')}: ${error.name}`}
          action={
            <button type="button" className="plain-button" onClick={onReset}>
              {t('errors.reloadArea')}
            </button>
          }
        />
      )}
    </div>
  )
}

import { useId, type KeyboardEvent, type ReactNode } from 'react'

export interface TabItem<T extends string> {
  value: T
  label: ReactNode
}

export interface TabListProps<T extends string> {
  label: string
  className: string
  items: TabItem<T>[]
  value: T
  /** The id of what the tabs switch. */
  controls: string
  onChange: (value: T) => void
}

/** Tabs with the keyboard of tabs: one stop, arrows and Home/End between them. */
export const TabList = <T extends string>({
  label,
  className,
  items,
  value,
  controls,
  onChange,
}: TabListProps<T>) => {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = items.findIndex((item) => item.value === value)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next =
      step !== undefined
        ? (at + step + items.length) % items.length
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? items.length - 1
            : -1
    const item = items[next]
    if (!item || event.altKey) return
    event.preventDefault()
    onChange(item.value)
    document.getElementById(`${id}-${item.value}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={className} onKeyDown={move}>
      {items.map((item) => (
        <button
          key={item.value}
          id={`${id}-${item.value}`}
          type="button"
          role="tab"
          aria-selected={item.value === value}
          aria-controls={controls}
          tabIndex={item.value === value ? 0 : -1}
          onClick={() => onChange(item.value)}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}

/** Months as `2026-11` in a language, long and short. */
export const nameMonths = (locale: string): ((month: string) => { label: string; tick: string }) => {
  const toLabel = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  const toTick = new Intl.DateTimeFormat(locale, { month: 'short' })
  return (month) => {
    const date = new Date(`${month}-15T12:00:00`)
    return { label: toLabel.format(date), tick: toTick.format(date) }
  }
}

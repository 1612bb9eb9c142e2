/** The badge's text: `5+` when more pages may follow; undefined hides it. MUI renders a hidden 0. */
export const formatBadge = (count: number, more: boolean): number | string | undefined => {
  if (count === 0) return undefined
  return more ? `${count}+` : count
}

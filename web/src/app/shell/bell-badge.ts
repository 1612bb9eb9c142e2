/** The badge's text: `5+` when more pages may follow; 0 hides it. */
export const formatBadge = (count: number, more: boolean): number | string =>
  count > 0 && more ? `${count}+` : count

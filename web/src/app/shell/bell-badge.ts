/** What the bell shows: 0 is nothing. When none of those at hand ring there is no number, though more may follow. */
export const formatBadge = (count: number, more: boolean): number | string =>
  count > 0 && more ? `${count}+` : count

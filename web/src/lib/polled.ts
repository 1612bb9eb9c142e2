/** Options of a query for what changes without an event: read again every ten seconds while the page is looked at. */
export const polled = {
  refetchOnMountOrArgChange: true,
  pollingInterval: 10_000,
  skipPollingIfUnfocused: true,
} as const

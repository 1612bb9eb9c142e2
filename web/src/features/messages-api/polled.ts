/** Of what changes without an event: use of the API and reports that wait. Read again while somebody looks. */
export const polled = {
  refetchOnMountOrArgChange: true,
  pollingInterval: 10_000,
  skipPollingIfUnfocused: true,
} as const

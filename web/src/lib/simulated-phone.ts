/** The page where one plays the customers of a simulated connection. */
export const simulatedPhonePath = (connectionId: number): string => `/simulator?connection=${connectionId}`

/** Resolves after so many milliseconds. A port: a test decides itself when the time is over. */
export type Pause = (ms: number) => Promise<void>

export const systemPause: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

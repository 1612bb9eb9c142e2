interface Shape {
  width: number
  height: number
}

/** Pictures measured here before they were sent, by `clientId`: their box does not change when the server's message comes. */
const shapes = new Map<string, Shape>()

export const storeMediaSize = (clientId: string, width: number | null, height: number | null): void => {
  if (width && height) shapes.set(clientId, { width, height })
}

export const findMediaSize = (clientId: string | null): Shape | undefined =>
  clientId === null ? undefined : shapes.get(clientId)

interface Shape {
  width: number
  height: number
}

/** Sizes of pictures sent from here, by `clientId`: the box keeps its size when the server's message arrives. */
const shapes = new Map<string, Shape>()

export const storeMediaSize = (clientId: string, width: number | null, height: number | null): void => {
  if (width && height) shapes.set(clientId, { width, height })
}

export const findMediaSize = (clientId: string | null): Shape | undefined =>
  clientId === null ? undefined : shapes.get(clientId)

/** Width and height of a page, or pixels to draw it in. */
export interface PageSize {
  width: number
  height: number
}

/** The pixels of a page's picture: at most `maxSide` wide and high, whatever the page says of itself. */
export function fitPage({ width, height }: PageSize, maxSide: number): PageSize {
  const longest = Math.max(width, height)
  const fit = (side: number) => Math.max(1, Math.round((side / longest) * maxSide))
  return { width: fit(width), height: fit(height) }
}

/* Of the page's clock; 0: with the page. */
let beganAtMs = 0

/** From now on the company's data can have been fetched: somebody logged in who was a guest. */
export const dataBegins = (): void => {
  beganAtMs = performance.now()
}

/** How long ago the first of the company's data can have been fetched. */
export const readDataAgeMs = (): number => performance.now() - beganAtMs

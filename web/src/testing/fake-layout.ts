/* jsdom has no layout: virtual lists need element sizes. */

const VIEW_PX = 800
const ROW_PX = 60

/** Scrollers are a screen high, everything in them a row. */
const measureHeight = (element: Element): number =>
  element.matches('.viewport__scroll, .ticket-list') ? VIEW_PX : ROW_PX

/** Gives every observed box a size for the tests of this file. */
export const installFakeLayout = (): void => {
  class FakeResizeObserver implements ResizeObserver {
    private readonly observed = new Set<Element>()
    constructor(private readonly report: ResizeObserverCallback) {}
    observe(element: Element): void {
      this.observed.add(element)
      queueMicrotask(() => {
        if (!this.observed.has(element)) return
        const height = measureHeight(element)
        const contentRect = {
          width: 400,
          height,
          x: 0,
          y: 0,
          top: 0,
          left: 0,
          right: 400,
          bottom: height,
          toJSON: () => ({}),
        }
        this.report(
          [
            {
              target: element,
              contentRect,
              borderBoxSize: [],
              contentBoxSize: [],
              devicePixelContentBoxSize: [],
            },
          ],
          this,
        )
      })
    }
    unobserve(element: Element): void {
      this.observed.delete(element)
    }
    disconnect(): void {
      this.observed.clear()
    }
  }
  Object.assign(globalThis, { ResizeObserver: FakeResizeObserver })
  Object.assign(Element.prototype, {
    scrollTo: () => undefined,
    scrollIntoView: () => undefined,
    setPointerCapture: () => undefined,
  })
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get: () => document.body,
  })
}

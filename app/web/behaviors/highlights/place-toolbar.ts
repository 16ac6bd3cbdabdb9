/** Pixels between the toolbar and the text, and between the toolbar and the edge of the window. */
const GAP = 10
/** The bar at the top of the window. */
const BAR = 72

/**
 * Places the toolbar above a part of the text, or below it where there is no room. On phones, styles
 * place it at the bottom of the window.
 * @param boxes where the text is in the window
 */
export function placeToolbar(toolbar: HTMLElement, boxes: DOMRect[]): void {
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (last && getComputedStyle(toolbar).position === 'fixed') uncover(toolbar, last)
  const around = toolbar.offsetParent?.getBoundingClientRect()
  if (!first || !last || !around) return
  const { offsetWidth, offsetHeight } = toolbar
  const above = first.top - offsetHeight - GAP
  const below = last.bottom + GAP
  const most = innerHeight - offsetHeight - GAP
  const top = above >= BAR ? above : Math.min(Math.max(below, BAR), most)
  const beside = above >= BAR ? first : last
  // Lines of a paragraph touch; parts of a line overlap.
  const line = boxes.filter(({ top, bottom }) => top < beside.bottom - 4 && bottom > beside.top + 4)
  const from = Math.min(...line.map((box) => box.left))
  const middle = (from + Math.max(...line.map((box) => box.right))) / 2
  const widest = document.documentElement.clientWidth - offsetWidth - GAP
  const left = Math.max(GAP, Math.min(middle - offsetWidth / 2, widest))
  toolbar.style.setProperty('--x', `${Math.round(left - around.left)}px`)
  toolbar.style.setProperty('--y', `${Math.round(top - around.top)}px`)
}

function uncover(toolbar: HTMLElement, last: DOMRect): void {
  if (!getSelection()!.isCollapsed) return
  const hidden = last.bottom + GAP - toolbar.getBoundingClientRect().top
  const scroller = toolbar.closest('dialog') ?? document.scrollingElement
  if (hidden > 0) scroller?.scrollBy({ top: hidden, behavior: 'instant' })
}

/** Keeps the toolbar above the keyboard on the screen of a phone. */
export function followKeyboard(toolbar: HTMLElement): () => void {
  const view = window.visualViewport
  const follow = () => {
    const hidden = view ? innerHeight - view.height - view.offsetTop : 0
    toolbar.style.setProperty('--keyboard', `${Math.max(0, Math.round(hidden))}px`)
  }
  const ended = new AbortController()
  for (const event of ['resize', 'scroll']) {
    view?.addEventListener(event, follow, { signal: ended.signal })
  }
  follow()
  return () => ended.abort()
}

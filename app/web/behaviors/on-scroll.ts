/**
 * Runs `work` with the next frame after the page, or a dialog over it, was scrolled.
 * @returns ends it
 */
export function onScroll(work: () => void): () => void {
  let frame = 0
  const schedule = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      work()
    })
  }
  // Capture: the scroll event of a dialog does not bubble.
  document.addEventListener('scroll', schedule, { passive: true, capture: true })
  return () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('scroll', schedule, true)
  }
}

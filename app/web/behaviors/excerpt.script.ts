/**
 * The letters of the excerpt come after the first view, which they would keep waiting, and are put
 * in while the excerpt is still below the window, so that nothing that is seen moves.
 */
const excerpt = document.querySelector('.late-letters')

async function putIn(text: Element): Promise<void> {
  await document.fonts.load('1em Literata')
  const observer = new IntersectionObserver((frames) => {
    const seen = frames.at(-1)!
    if (seen.isIntersecting || seen.boundingClientRect.top < 0) return
    text.classList.remove('late-letters')
    observer.disconnect()
  })
  observer.observe(text)
}

// All files of a page can have come before it is painted; two frames on, it has been.
window.addEventListener('load', () => {
  requestAnimationFrame(() =>
    // Without its font the excerpt stays as it is.
    requestAnimationFrame(() => excerpt && putIn(excerpt).catch(() => {})),
  )
})

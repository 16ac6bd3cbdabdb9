/**
 * Loads the font of the excerpt after the first view, so as not to delay it, and applies it while the
 * excerpt is outside the window, so that no visible text moves.
 */
const excerpt = document.querySelector('.late-letters')

async function applyFont(text: Element): Promise<void> {
  await document.fonts.load('1em Literata')
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1)!
    if (last.isIntersecting || last.boundingClientRect.top < 0) return
    text.classList.remove('late-letters')
    observer.disconnect()
  })
  observer.observe(text)
}

// The page may load before it is painted. Two frames later it has been painted.
window.addEventListener('load', () => {
  requestAnimationFrame(() =>
    // Without its font the excerpt stays as it is.
    requestAnimationFrame(() => excerpt && applyFont(excerpt).catch(() => {})),
  )
})

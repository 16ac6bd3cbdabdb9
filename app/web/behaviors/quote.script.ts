/** Passes the picture of a sentence on by the device's own sheet, where that takes pictures. */

const image = document.querySelector<HTMLImageElement>('img[data-quote]')
const button = document.querySelector<HTMLButtonElement>('[data-share-quote]')
const say = (text: string) => {
  document.querySelector('[data-quote-said]')!.textContent = text
}

/** The picture as it is shown: to fetch it again would be to draw it again. */
async function fileOf(shown: HTMLImageElement): Promise<File> {
  await shown.decode()
  const canvas = document.createElement('canvas')
  canvas.width = shown.naturalWidth
  canvas.height = shown.naturalHeight
  canvas.getContext('2d')!.drawImage(shown, 0, 0)
  const type = 'image/png'
  const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  return new File([bytes!], shown.dataset['quote']!, { type })
}

async function offerSheet(shown: HTMLImageElement, opens: HTMLButtonElement): Promise<void> {
  const file = await fileOf(shown)
  if (!navigator.canShare?.({ files: [file] })) return
  opens.hidden = false
  // One main button a page.
  opens.nextElementSibling!.classList.add('button-quiet')
  opens.addEventListener('click', () => {
    navigator
      .share({ files: [file], title: opens.dataset['shareQuote']! })
      .catch(({ name }: Error) => {
        // Rejected as well when the reader thinks better of it.
        if (name !== 'AbortError') say('This device did not take the picture. Download it instead.')
      })
  })
}

if (image && button) {
  offerSheet(image, button).catch(() =>
    say('The picture did not arrive. Wait a moment, and load the page again.'),
  )
}

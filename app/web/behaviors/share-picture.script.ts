/** Shares the picture of a quote with the device's share sheet, where that accepts pictures. */

const image = document.querySelector<HTMLImageElement>('img[data-quote]')
const button = document.querySelector<HTMLButtonElement>('[data-share-quote]')
const showMessage = (text: string) => {
  document.querySelector('[data-quote-status]')!.textContent = text
}

/** The picture as shown. Fetching it again would make the server draw it again. */
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

function offerShare(shown: HTMLImageElement, share: HTMLButtonElement): void {
  const probe = new File([], 'quote.png', { type: 'image/png' })
  if (!navigator.canShare?.({ files: [probe] })) return
  share.hidden = false
  // One primary button on a page.
  share.nextElementSibling!.classList.add('button-quiet')
  const whenReady = fileOf(shown)
  whenReady.catch(() =>
    showMessage('The picture didn’t load. Wait a moment, then reload the page.'),
  )
  share.addEventListener('click', async () => {
    const file = await whenReady
    await navigator
      .share({ files: [file], title: share.dataset['shareQuote']! })
      .catch(({ name }: Error) => {
        // Also rejected when the reader cancels.
        if (name !== 'AbortError')
          showMessage('This device can’t share the picture. Download it instead.')
      })
  })
}

if (image && button) offerShare(image, button)

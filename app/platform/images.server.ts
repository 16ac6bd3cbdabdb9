/** What an image was refused for, in words for whoever sent it. */
export class ImageError extends Error {}

/** Pixels of an image, at most: what is larger takes memory, and is no photograph of a page. */
const MOST_PIXELS = 40_000_000
const TIMEOUT_S = 20

/** The kinds of image that are read, by their first bytes: names and headers say anything. */
const KINDS: { name: string; starts: RegExp }[] = [
  { name: 'JPEG', starts: /^\xff\xd8\xff/ },
  { name: 'PNG', starts: /^\x89PNG\r\n/ },
  { name: 'WebP', starts: /^RIFF[^]{4}WEBP/ },
  { name: 'AVIF', starts: /^[^]{4}ftypavi[fs]/ },
]

let library: Promise<typeof import('sharp')> | undefined

/** Loaded with the first image: few processes ever see one. */
async function load() {
  const { default: sharp } = await (library ??= import('sharp'))
  // One image at a time on one core: requests come first.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * An image made anew as WebP, once for each size, filling it from the middle: nothing of the file
 * is kept but its pixels, no metadata and nothing that only looks like an image.
 * @throws ImageError
 */
export async function resizeImage(
  bytes: Uint8Array,
  sizes: { width: number; height: number }[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (!KINDS.some(({ starts }) => starts.test(start))) {
    throw new ImageError('This is no JPEG, PNG, WebP or AVIF image. Please choose one.')
  }
  const sharp = await load()
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 } as const
  try {
    const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    if (width * height > MOST_PIXELS) {
      throw new ImageError(
        `The image has ${width} × ${height} pixels. Please choose one with at most ${MOST_PIXELS / 1e6} million.`,
      )
    }
    const images = []
    for (const size of sizes) {
      const image = sharp(bytes, options)
        .timeout({ seconds: TIMEOUT_S })
        .autoOrient()
        .resize({ ...size, fit: 'cover' })
        .webp({ quality: 82 })
      images.push(new Uint8Array(await image.toBuffer()))
    }
    return images
  } catch (error) {
    if (error instanceof ImageError) throw error
    throw new ImageError(
      'The image cannot be read: the file is damaged. Please choose another one.',
    )
  }
}

/** The same image as PNG, for what reads no WebP. */
export async function toPng(image: Uint8Array): Promise<Uint8Array> {
  const sharp = await load()
  return sharp(image).png().toBuffer()
}

export class ImageError extends Error {}

/** Larger images need too much memory. */
const MAX_PIXELS = 40_000_000
const TIMEOUT_S = 20

/** The supported formats by their first bytes, because file names and headers may be wrong. */
const FORMATS: { name: string; starts: RegExp }[] = [
  { name: 'JPEG', starts: /^\xff\xd8\xff/ },
  { name: 'PNG', starts: /^\x89PNG\r\n/ },
  { name: 'WebP', starts: /^RIFF[^]{4}WEBP/ },
  { name: 'AVIF', starts: /^[^]{4}ftypavi[fs]/ },
]

let library: Promise<typeof import('sharp')> | undefined

/** Loaded with the first image, because few processes ever see one. */
async function load() {
  const { default: sharp } = await (library ??= import('sharp'))
  // One image at a time, on one core, leaves the rest to requests.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Encodes an image as WebP in each of the sizes, cropped around its center. Only its pixels are
 * kept: no metadata, and nothing that only looks like an image.
 * @throws ImageError if it is not an image, too large, or damaged
 */
export async function resizeImage(
  bytes: Uint8Array,
  sizes: { width: number; height: number }[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (!FORMATS.some(({ starts }) => starts.test(start))) {
    throw new ImageError(
      'This file is not a JPEG, PNG, WebP, or AVIF image. Please choose another file.',
    )
  }
  const sharp = await load()
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const
  try {
    const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) {
      throw new ImageError(
        `The image has ${width} × ${height} pixels. Please choose one with at most ${MAX_PIXELS / 1e6} million pixels.`,
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
      'The image cannot be read because the file is damaged. Please choose another file.',
    )
  }
}

/** The same image as PNG, for software that cannot read WebP. */
export async function toPng(image: Uint8Array): Promise<Uint8Array> {
  const sharp = await load()
  return sharp(image).png().toBuffer()
}

/** The dots per inch at which an SVG has its natural size. */
const SVG_DPI = 72

/** An image of ours, SVG or WebP, as JPEG of a width. Its work is not done in the main thread. */
export async function toJpeg(image: Uint8Array, width: number): Promise<Uint8Array> {
  const sharp = await load()
  return sharp(image, { density: 2 * SVG_DPI })
    .resize({ width })
    .jpeg({ quality: 82 })
    .toBuffer()
}

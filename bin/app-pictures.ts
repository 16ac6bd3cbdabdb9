import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { IPHONES, launchPicture } from '../app/web/shell/launch-sizes.ts'

const GREEN = '#0b5a43'
/** The R of the logo, in a square of 32. */
const LETTER =
  '<path d="M7.5 6h5v20h-5zM14 6h3.5a5 5 0 0 1 0 10H14z" fill="INK"/><path d="M14 17.5a8.5 8.5 0 0 1 8.5 8.5H14z" fill="#fbc939"/>'
const letter = (ink: string) => LETTER.replace('INK', ink)

/** An icon with round corners. For systems that mask icons, it fills the square with a smaller letter. */
function icon(isMasked: boolean): string {
  const corners = isMasked ? '' : ' rx="7"'
  const sign = isMasked
    ? `<g transform="translate(16 16)scale(.82)translate(-15 -16)">${letter('#fff')}</g>`
    : `<g transform="translate(1)">${letter('#fff')}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32"${corners} fill="${GREEN}"/>${sign}</svg>`
}

/** A shortcut of the installed app: a line drawing on the lamp's yellow. */
const shortcut = (drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="24" fill="#fbecb3"/><g transform="translate(12 12)" fill="none" stroke="${GREEN}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${drawing}</g></svg>`

function launch(width: number, height: number, theme: 'light' | 'dark'): string {
  const size = width / 4
  const [paper, ink] = theme === 'dark' ? ['#121714', '#ece8db'] : ['#fbfaf5', GREEN]
  const at = `translate(${(width - size) / 2} ${(height - size) / 2})scale(${size / 32})`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/><g transform="${at}">${letter(ink)}</g></svg>`
}

export async function drawAppPictures(clientFolder: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')))
  mkdirSync(join(clientFolder, 'icons'), { recursive: true })
  const draw = (path: string, svg: string, width: number) =>
    writeFileSync(
      join(clientFolder, path),
      new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng(),
    )
  draw('icons/readr-192.png', icon(false), 192)
  draw('icons/readr-512.png', icon(false), 512)
  draw('icons/maskable-512.png', icon(true), 512)
  draw('icons/apple-touch-icon.png', icon(true), 180)
  // Directories of podcasts ask for 1400 pixels or more.
  draw('icons/podcast.png', icon(true), 1400)
  draw('icons/my-list.png', shortcut('<path d="M7 4h10v16l-5-4-5 4z"/>'), 96)
  draw(
    'icons/books.png',
    shortcut('<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>'),
    96,
  )
  for (const phone of IPHONES) {
    const width = phone.width * phone.ratio
    for (const theme of ['light', 'dark'] as const) {
      draw(launchPicture(phone, theme), launch(width, phone.height * phone.ratio, theme), width)
    }
  }
}

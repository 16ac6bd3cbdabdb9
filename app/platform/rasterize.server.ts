let renderer: Promise<typeof import('@resvg/resvg-wasm')> | undefined

async function load() {
  const [resvg, { default: wasm }] = await Promise.all([
    import('@resvg/resvg-wasm'),
    import('@resvg/resvg-wasm/index_bg.wasm?inline-bytes'),
  ])
  await resvg.initWasm(Buffer.from(wasm, 'base64'))
  return resvg
}

/**
 * A PNG of an SVG whose letters are outlines: no fonts are at hand. Takes about a tenth of a second
 * of a core; the code for it is loaded with the first picture.
 */
export async function rasterize(svg: string): Promise<Uint8Array> {
  const { Resvg } = await (renderer ??= load())
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } })
  const image = drawing.render()
  const png = image.asPng()
  image.free()
  drawing.free()
  return png
}

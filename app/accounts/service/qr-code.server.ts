/** A QR code as a data URL, dark on white in every theme. */
export async function qrCode(text: string): Promise<string> {
  // Imported on demand, because few requests need it.
  const { default: library } = await import('qrcode')
  const svg = await library.toString(text, {
    type: 'svg',
    errorCorrectionLevel: 'M',
    // Scanners need a quiet zone of four modules.
    margin: 4,
  })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

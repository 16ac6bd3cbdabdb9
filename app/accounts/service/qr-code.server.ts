/** A text as a QR code, in the form of an image's address. Dark on white, whatever the theme. */
export async function qrCode(text: string): Promise<string> {
  // Loaded when somebody sets an app up: few do, and every start would pay for it.
  const { default: library } = await import('qrcode')
  const svg = await library.toString(text, {
    type: 'svg',
    errorCorrectionLevel: 'M',
    // Readers of QR codes need a quiet zone of four modules.
    margin: 4,
  })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

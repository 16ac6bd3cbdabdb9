/**
 * An id as the calls write it: 24 hexadecimal digits, so that ids compare as text in
 * the same order as the numbers in the database.
 */
export function publicId(id: number): string {
  return id.toString(16).padStart(24, '0')
}

/** The number behind a public id, or null when it cannot be one. */
export function idFrom(publicId: string): number | null {
  if (!/^0{16}[0-9a-f]{8}$/.test(publicId)) return null
  const id = Number.parseInt(publicId, 16)
  return id > 0 && id <= 0x7f_ff_ff_ff ? id : null
}

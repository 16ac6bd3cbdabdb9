/** An id in the API: 24 hexadecimal digits, which sort as text like the ids in the database. */
export function publicId(id: number): string {
  return id.toString(16).padStart(24, '0')
}

/** The database id of a public id, or null if it is malformed. */
export function idFrom(publicId: string): number | null {
  if (!/^0{16}[0-9a-f]{8}$/.test(publicId)) return null
  const id = Number.parseInt(publicId, 16)
  return id > 0 && id <= 0x7f_ff_ff_ff ? id : null
}

import { data } from 'react-router'
import { rowId } from '../../admin/schema/list-query.ts'

/** The id of a row in the address of a page; otherwise the page does not exist. */
export function idInAddress(params: { id: string }): number {
  const { data: id } = rowId.safeParse(params.id)
  if (id === undefined) throw data(null, { status: 404 })
  return id
}

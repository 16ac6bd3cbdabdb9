import { SummaryText } from '../catalogue/summary-text.tsx'
import type { FreeAndPaidParts } from '../../admin/rules/preview.ts'
import './editor.css'

export function BookPreview({ free, paid }: FreeAndPaidParts) {
  return (
    <>
      <SummaryText summary={free} positionForms={null} within="preview-title" />
      <p className="cut-line">The free part ends here</p>
      <SummaryText summary={paid} positionForms={null} within="preview-title" />
    </>
  )
}

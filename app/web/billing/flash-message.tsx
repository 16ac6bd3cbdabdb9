import { Notice } from '../ui/notice.tsx'

/** What became of the last thing that was done, told once. */
export function FlashMessage({ news }: { news: { isProblem: boolean; text: string } | null }) {
  if (!news) return null
  return (
    <Notice isProblem={news.isProblem} className="mt-5">
      {news.text}
    </Notice>
  )
}

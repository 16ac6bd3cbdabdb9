/** What became of the last thing that was done, told once. */
export function SubscriptionNews({ news }: { news: { isProblem: boolean; text: string } | null }) {
  if (!news) return null
  return (
    <p
      role={news.isProblem ? 'alert' : 'status'}
      className={`notice mt-5 ${news.isProblem ? 'notice-alert' : ''}`}
    >
      {news.text}
    </p>
  )
}

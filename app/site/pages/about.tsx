export const handle = { withoutScripts: true }
export const meta = () => [{ title: 'About · Readr' }, { name: 'description', content: 'About' }]
export default function AboutPage() {
  return <div className="wrap max-w-2xl pt-10 pb-24"><h1 className="page-title">About</h1></div>
}

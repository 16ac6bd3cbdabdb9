export const handle = { withoutScripts: true }
export const meta = () => [{ title: 'Terms · Readr' }, { name: 'description', content: 'Terms' }]
export default function TermsPage() {
  return <div className="wrap max-w-2xl pt-10 pb-24"><h1 className="page-title">Terms</h1></div>
}

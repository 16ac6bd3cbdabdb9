export const handle = { withoutScripts: true }
export const meta = () => [{ title: 'Privacy · Readr' }, { name: 'description', content: 'Privacy' }]
export default function PrivacyPage() {
  return <div className="wrap max-w-2xl pt-10 pb-24"><h1 className="page-title">Privacy</h1></div>
}

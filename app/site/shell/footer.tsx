import { Link, useRouteLoaderData } from 'react-router'
import type { RootData } from '../../root.tsx'
import { LogoMark } from '../../ui/icons.tsx'
import { MINUTES_CLAIM, SUMMARIES_CLAIM } from '../claims.ts'

const SOCIAL = [
  ['Facebook', 'https://www.facebook.com/readr'],
  ['X', 'https://x.com/readr'],
  ['Instagram', 'https://www.instagram.com/readr'],
  ['LinkedIn', 'https://www.linkedin.com/company/readr'],
] as const

const PAGES = [
  ['About', '/about'],
  ['Contact', '/contact'],
  ['Browse Books', '/browse/books'],
  ['Subscribe', '/subscribe'],
  ['Terms of Service', '/terms'],
  ['Privacy Policy', '/privacy'],
] as const

const link = 'inline-flex min-h-11 items-center hover:underline underline-offset-4'

/** The foot of every page. */
export function Footer() {
  const support = useRouteLoaderData<RootData>('root')?.supportEmail
  return (
    <footer className="mt-auto border-t border-line bg-sunk">
      <div className="wrap grid gap-8 py-10 sm:grid-cols-[1.4fr_1fr_1fr]">
        <div>
          <p className="flex items-center gap-2.5 font-serif text-xl font-semibold">
            <LogoMark className="size-7" />
            Readr
          </p>
          <ul className="mt-3 text-soft">
            <li>{`${SUMMARIES_CLAIM} Book Summaries`}</li>
            <li>{`${MINUTES_CLAIM}-Minute Reads`}</li>
            <li>Mobile &amp; Web</li>
          </ul>
        </div>
        <nav aria-label="Footer">
          <ul className="-my-2">
            {PAGES.map(([label, to]) => (
              <li key={to}>
                <Link to={to} className={link}>
                  {label}
                </Link>
              </li>
            ))}
            {support && (
              <li>
                <a href={`mailto:${support}`} className={link}>
                  Support
                </a>
              </li>
            )}
          </ul>
        </nav>
        <nav aria-label="Social media">
          <ul className="-my-2">
            {SOCIAL.map(([label, href]) => (
              <li key={href}>
                <a href={href} rel="noopener" className={link}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p className="wrap pb-8 text-sm text-soft">© 2024 Readr. All rights reserved.</p>
    </footer>
  )
}
